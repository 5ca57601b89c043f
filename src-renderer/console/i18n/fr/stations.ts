import type { Words } from '../en/words.ts';

export const stations: Words['stations'] = {
  title: 'Postes',
  enrol: 'Ajouter un poste',
  needsPlan: 'Un nouveau poste demande une offre avec accès à l’API',
  empty: 'Pas encore de postes',
  emptyNext: 'Ajoutez-en un\u00a0: il reçoit un code à saisir ou à scanner sur place.',
  name: 'Nom',
  status: 'Statut',
  connected: 'Connecté',
  silent: 'Silencieux',
  never: 'Jamais connecté',
  attention: 'Demande attention',
  revoked: 'Révoqué',
  none: 'Aucun',
  event: 'Événement',
  queued: 'À envoyer',
  seen: 'Dernier signe',
  version: 'Version',
  created: 'Ajouté',
  dataAge: 'Ses données datent de',
  clock: 'Écart de son horloge',
  seconds: (seconds) => `${seconds.toFixed(1).replace('.', ',')} s`,
  scanner: 'Lecteur',
  code: 'Code d’inscription',
  codeOf: (name) => `Connecter ${name}`,
  codeWhat: (until) =>
    `Sur le poste, choisissez Connecter, puis scannez ou collez-le. Il sert une fois, jusqu’au ${until}.`,
  codeHere: (address) =>
    `Il mène à ${address}, que seul l’ordinateur du serveur atteint\u00a0: pour un poste sur un autre appareil, la personne qui gère le serveur lui donne d’abord une adresse sur le réseau.`,
  rename: 'Renommer',
  saved: 'Enregistré',
  revoke: 'Révoquer',
  revokeWhat:
    'Au prochain contact, le poste efface ses données de billets et scelle son journal. Les scans qu’il n’a pas envoyés peuvent alors être remis avec le fichier scellé. C’est définitif.',
  wasRevoked: 'Le poste est révoqué',
};
