import type { ImportProblemTexts, KnownNames } from '../../../../shared/console/import-problems.ts';
import { importing } from './import.ts';

const fieldOf = (field: string) => importing.fields[field] ?? field;

function knownOf({ names, more }: KnownNames): string {
  if (names.length === 0) return 'il n’y en a aucun';
  return `il y a ${names.join(', ')}${more > 0 ? ` et ${more} de plus` : ''}`;
}

export const importProblems: ImportProblemTexts = {
  no_text: () =>
    'Ce n’est pas un fichier de valeurs séparées (CSV). Faites-le enregistrer par la billetterie ou le tableur en «\u00a0CSV UTF-8\u00a0».',
  spreadsheet: () =>
    'C’est un classeur ou une archive, pas un fichier CSV. Décompressez une archive\u00a0; ouvrez un classeur et enregistrez-le en «\u00a0CSV UTF-8 (délimité par des virgules)\u00a0». Déposez ensuite ce fichier.',
  cut: () => 'Le fichier est endommagé, ou il n’en reste qu’une partie. Exportez-le de nouveau.',
  changed: () =>
    'Le fichier a été modifié pendant sa lecture. Déposez-le de nouveau une fois que le programme qui l’écrit a fini.',
  long_heading: ({ most }) =>
    `La première ligne, avec les noms des colonnes, dépasse ${most} caractères.`,
  line_too_long: () => 'Ici, une ligne dépasse un million de caractères.',
  no_heading: () => 'Le fichier n’a pas de première ligne avec les noms de ses colonnes.',
  quote_open: () => 'Ici un guillemet est ouvert et jamais fermé.',
  quote_inside: () => 'Ici un guillemet se trouve au milieu d’une cellule.',
  no_type_column: () => 'Aucune colonne n’est le type de billet. Choisissez-la ci-dessous.',
  column_missing: ({ column }) => `Le fichier n’a pas de colonne «\u00a0${column}\u00a0».`,
  column_repeated: ({ column }) =>
    `Le fichier a plusieurs colonnes «\u00a0${column}\u00a0». Renommez-les dans le fichier.`,
  ignored_missing: ({ column }) => `Le fichier n’a pas de colonne «\u00a0${column}\u00a0».`,
  silent_column: ({ column }) =>
    `La colonne «\u00a0${column}\u00a0» dit peut-être que des billets ne sont pas valables. Choisissez ci-dessous ce qu’elle signifie, ou de ne pas l’importer.`,
  no_sessions_yet: ({ column, sessions }) =>
    `L’événement n’a pas de séances, et la colonne «\u00a0${column}\u00a0» en nomme plusieurs\u00a0: ${sessions.join(', ')}. Créez-les dans l’événement, ou choisissez ci-dessous de ne pas importer la colonne\u00a0: tous les billets sont alors valables pour l’événement.`,
  cells: ({ expected, got }) => `La ligne a ${got} cellules, l’en-tête en a ${expected}.`,
  status_unknown: ({ status, column }) =>
    `«\u00a0${status}\u00a0» dans la colonne «\u00a0${column}\u00a0» n’est pas un statut connu. Indiquez ce qu’il signifie.`,
  refund_unclear: ({ status, column }) =>
    `Le billet est «\u00a0${status}\u00a0» et a un jour dans la colonne «\u00a0${column}\u00a0». Indiquez si tout le prix a été remboursé, ou une partie, de sorte qu’il reste valable.`,
  shortened: ({ field, text }) =>
    `${fieldOf(field)}\u00a0: un tableur a raccourci un long numéro en «\u00a0${text}\u00a0». Exportez à nouveau le fichier sans l’ouvrir entre-temps.`,
  not_as_many: ({ field, quantity, text }) =>
    `${fieldOf(field)}\u00a0: il en faut ${quantity} pour ${quantity} billets, séparés par des virgules, et non «\u00a0${text}\u00a0».`,
  validity: () => 'La fin de validité n’est pas après son début.',
  quantity: ({ most, text }) =>
    `La quantité est un nombre entier de 1 à ${most}, et non «\u00a0${text}\u00a0».`,
  currency: ({ currency, text }) =>
    `La devise de l’événement est ${currency}, et non «\u00a0${text}\u00a0».`,
  amount: ({ currency, text }) =>
    `«\u00a0${text}\u00a0» n’est pas un montant en ${currency} comme 79,50.`,
  time: ({ field, text, because, timezone }) =>
    `${fieldOf(field)}\u00a0: ${
      {
        no_time: `«\u00a0${text}\u00a0» n’est pas une heure comme 2026-12-31 19:00`,
        two_days: `«\u00a0${text}\u00a0» peut désigner deux jours\u00a0; écrivez 2026-12-31`,
        twice: `«\u00a0${text}\u00a0» a lieu deux fois à ${timezone}\u00a0; ajoutez le décalage`,
        skipped: `«\u00a0${text}\u00a0» n’existe pas à ${timezone}, car l’heure y avance`,
      }[because]
    }.`,
  checked_in: () => 'Le billet a été contrôlé ailleurs.',
  checked_in_unknown: ({ text }) => `«\u00a0${text}\u00a0» ne dit pas si le billet a été contrôlé.`,
  email: ({ text }) => `«\u00a0${text}\u00a0» n’est pas une adresse e-mail.`,
  other: ({ sentence }) => sentence,
  type_missing: () => 'La ligne ne nomme aucun type de billet.',
  type_unknown: ({ name, known }) =>
    `Le type de billet «\u00a0${name}\u00a0» n’existe pas\u00a0; ${knownOf(known)}.`,
  type_ambiguous: ({ name, count }) =>
    `L’événement a ${count} types de billet «\u00a0${name}\u00a0». Renommez l’un d’eux dans l’événement.`,
  no_sessions: () => 'L’événement n’a pas de séances.',
  session_unknown: ({ name, known }) =>
    `La séance «\u00a0${name}\u00a0» n’existe pas\u00a0; ${knownOf(known)}.`,
  session_ambiguous: ({ name, count }) =>
    `L’événement a ${count} séances «\u00a0${name}\u00a0». Écrivez la référence de l’une d’elles.`,
  session_cancelled: ({ name }) => `La séance «\u00a0${name}\u00a0» est annulée.`,
  entry_point_unknown: ({ name, known }) =>
    `L’entrée «\u00a0${name}\u00a0» n’existe pas\u00a0; ${knownOf(known)}.`,
  add_on_unknown: ({ name, known }) =>
    `L’option «\u00a0${name}\u00a0» n’existe pas\u00a0; ${knownOf(known)}.`,
  add_on_quantity: ({ name, text }) =>
    `Combien de ${name}, oui ou non\u00a0: et non «\u00a0${text}\u00a0».`,
  question_unknown: ({ name, known }) =>
    `La question «\u00a0${name}\u00a0» n’existe pas\u00a0; ${knownOf(known)}.`,
  code_repeated: ({ code, other }) =>
    `Le code-barres «\u00a0${code}\u00a0» se trouve aussi à la ligne ${other}.`,
  seat_repeated: ({ seat, other }) =>
    `La place «\u00a0${seat}\u00a0» se trouve aussi à la ligne ${other}.`,
  code_taken: ({ code, ticket }) =>
    `Le code-barres «\u00a0${code}\u00a0» est celui du billet ${ticket}.`,
  code_elsewhere: ({ code, ticket, order }) =>
    `Le code-barres «\u00a0${code}\u00a0» est celui du billet ${ticket}, d’une autre commande que ${order}.`,
  seat_taken: ({ seat, ticket }) => `La place «\u00a0${seat}\u00a0» est celle du billet ${ticket}.`,
  sold_out: ({ name, left, wanted }) =>
    `${name}\u00a0: il en reste ${left}, et le fichier en a ${wanted}. Augmentez son total à l’événement.`,
};
