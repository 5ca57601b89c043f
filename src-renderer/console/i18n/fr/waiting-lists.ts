import type { WaitingWords } from '../en/waiting-lists.ts';

export const waitingLists: WaitingWords = {
  title: 'Listes d’attente',
  event: 'Événement',
  sellable: 'Attend',
  status: 'Statut',
  statuses: {
    waiting: 'En attente',
    offered: 'Proposé',
    converted: 'Acheté',
    expired: 'Terminé',
  },
  email: 'E-mail',
  contact: 'Contact',
  erased: 'Contact effacé',
  quantity: 'Quantité',
  since: 'Depuis',
  until: (time) => `jusqu’au ${time}`,
  order: 'Commande',
  empty: 'Personne n’attend',
  emptyNext:
    'Ici figurent ceux qui demandent un billet épuisé ou une option épuisée, dans l’ordre des demandes.',
  add: 'Ajouter à la liste',
  added: (email) => `${email} est en attente`,
  offer: 'Proposer des places',
  offerWhat: (email, quantity, name) =>
    `Retenu 24 heures pour ${email}\u00a0: ${quantity}\u00a0×\u00a0${name}. Ceux qui précèdent continuent d’attendre.`,
  offerManyWhat: (count) =>
    `Des places sont retenues 24 heures pour chacun, tant qu’il en reste\u00a0: ${count}.`,
  offered: (email) => `Des places sont retenues pour ${email}`,
  offeredMany: (count) => `Proposés\u00a0: ${count}`,
  convert: 'Passer la commande',
  convertWhat: (email, quantity, name) =>
    `Une commande confirmée de ${quantity}\u00a0×\u00a0${name} est passée pour ${email}, au prix actuel.`,
  converted: 'La commande est passée',
  remove: 'Retirer de la liste',
  removeWhat: (email) =>
    `${email} perd sa place dans la liste. Ce qui était proposé revient au suivant.`,
  removeManyWhat: (count) =>
    `Ils perdent leur place dans la liste\u00a0: ${count}. Ce qui était proposé revient aux suivants.`,
  removed: (email) => `${email} n’attend plus`,
  removedMany: (count) => `Retirés\u00a0: ${count}`,
};
