import type { Words } from '../en/words.ts';

export const contacts: Words['contacts'] = {
  title: 'Contacts',
  export: 'Exporter',
  empty: 'Pas encore de contacts',
  emptyNext: 'Acheteurs et titulaires apparaissent ici avec leur première commande.',
  nobody: 'Sans nom',
  erased: 'Contact effacé',
  name: 'Nom',
  email: 'E-mail',
  mobile: 'Numéro de portable',
  since: 'Connu depuis',
  unsubscribed: 'Sans publicité depuis',
  orders: 'Commandes',
  tickets: 'Billets',
  erasedAt: 'Effacé',
  overview: 'Aperçu',
  edit: 'Modifier',
  save: 'Enregistrer',
  saved: 'Enregistré',
  erase: 'Effacer le contact',
  eraseWhat: (orders, tickets) =>
    `Nom, adresse e-mail, numéro et réponses sont retirés pour toujours, aussi des commandes (${orders}) et des billets (${tickets}). Les billets eux-mêmes restent valables. Plus personne ne peut être ajouté avec cette adresse e-mail. C’est définitif.`,
  erasedNow: 'Le contact est effacé',
};
