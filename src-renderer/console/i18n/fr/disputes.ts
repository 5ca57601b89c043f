import type { Words } from '../en/words.ts';

export const disputes: Words['disputes'] = {
  title: 'Litiges',
  create: 'Enregistrer un litige',
  createWhat:
    'Ce que votre prestataire de paiement a signalé. Aucun argent n’est déplacé ici, et les billets restent valables.',
  created: 'Le litige est enregistré',
  empty: 'Aucun litige',
  emptyNext: 'Les paiements que des acheteurs ont contestés auprès de leur banque figurent ici.',
  dispute: 'Litige',
  charge: 'Paiement',
  amount: 'Montant',
  minorUnits: (amount) => `${amount} unités minimales`,
  reason: 'Motif',
  order: 'Commande',
  recorded: 'Enregistré',
  unnamed: 'Non précisé',
  next: 'Répondez chez votre prestataire de paiement. Un remboursement en plus paierait l’acheteur deux fois\u00a0; si vous perdez, annulez la commande ici pour que ses billets soient refusés.',
};
