import type { Words } from '../en/words.ts';

export const importing: Words['importing'] = {
  title: 'Importer',
  event: 'Événement',
  eventNeeded: 'Choisissez d’abord l’événement.',
  drop: 'Déposez ici un fichier de commandes',
  choose: 'Choisir un fichier',
  chooseOther: 'Choisir un autre fichier',
  limits: (lines, size) => `CSV en UTF-8, au plus ${lines} lignes et ${size} à la fois`,
  reading: 'Lecture du fichier…',
  tooLarge: (name, size, most, lines) =>
    `${name} est trop grand\u00a0: il fait ${size}, et on importe au plus ${most} et ${lines} lignes à la fois. Rien n’a été lu. Coupez-le entre deux commandes et importez les parties l’une après l’autre.`,
  notText: (name) =>
    `${name} n’est pas un fichier texte. Un tableur l’enregistre au format «\u00a0CSV UTF-8\u00a0». Rien n’a été lu.`,
  emptyFile: (name) => `${name} est vide.`,
  columns: 'Colonnes',
  column: 'Colonne',
  sample: 'Premières lignes',
  takenFor: 'Signifie',
  takenForOf: (column) => `Ce que signifie ${column}`,
  ignored: 'Ne pas importer',
  delimiter: 'Séparateur',
  delimiters: { ',': 'Virgule', ';': 'Point-virgule', '\t': 'Tabulation' },
  typeNeeded: 'Indiquez la colonne du type de billet.',
  fields: {
    ticket_type: 'Type de billet',
    email: 'E-mail',
    first_name: 'Prénom',
    last_name: 'Nom',
    quantity: 'Quantité',
    session: 'Séance',
    seat_label: 'Place',
    external_id: 'Numéro de commande',
  },
  check: 'Vérifier le fichier',
  checkAgain: 'Vérifier à nouveau',
  checking: 'Chaque ligne est vérifiée. Rien n’est enregistré.',
  problems: (count, text) =>
    count === 1
      ? 'Une ligne ne peut pas être importée'
      : `${text} lignes ne peuvent pas être importées`,
  problemsNext:
    'Rien n’a été importé. Corrigez le fichier ou les colonnes, puis vérifiez à nouveau.',
  line: 'Ligne',
  problem: 'Problème',
  checked: 'Vérifié',
  ready: 'Toutes les lignes peuvent être importées',
  orders: 'Nouvelles commandes',
  tickets: 'Billets',
  skipped: 'Déjà importées',
  skippedNext: 'Leurs numéros existent déjà\u00a0: ces commandes restent telles quelles.',
  again: (count, text) =>
    count === 1
      ? 'Une commande n’a pas de numéro. Importer encore le fichier la passerait à nouveau.'
      : `${text} commandes n’ont pas de numéro. Importer encore le fichier les passerait à nouveau.`,
  nothingNew: 'Il n’y a rien de nouveau dans ce fichier.',
  submit: (count, text) => (count === 1 ? 'Importer une commande' : `Importer ${text} commandes`),
  importing: (orders) => `Importation de ${orders} commandes. Cela prend quelques secondes.`,
  done: 'Importé',
  showOrders: 'Afficher les commandes',
};
