import type { ImportProblemTexts, KnownNames } from '../../../../shared/console/import-problems.ts';
import { importing } from './import.ts';

const fieldOf = (field: string) => importing.fields[field] ?? field;

function knownOf({ names, more }: KnownNames): string {
  if (names.length === 0) return 'no hay ninguno';
  return `hay ${names.join(', ')}${more > 0 ? ` y ${more} más` : ''}`;
}

export const importProblems: ImportProblemTexts = {
  no_text: () =>
    'No es un archivo de valores separados (CSV). Haga que la tienda o la hoja de cálculo lo guarde como «CSV UTF-8».',
  spreadsheet: () =>
    'Es una hoja de cálculo o un archivo comprimido, no un CSV. Descomprima el archivo comprimido; abra la hoja de cálculo y guárdela como «CSV UTF-8 (delimitado por comas)». Después suelte ese archivo.',
  cut: () => 'El archivo está dañado, o solo está una parte. Expórtelo de nuevo.',
  changed: () =>
    'El archivo cambió mientras se leía. Suéltelo de nuevo cuando termine el programa que lo escribe.',
  long_heading: ({ most }) =>
    `La primera línea, con los nombres de las columnas, tiene más de ${most} caracteres.`,
  line_too_long: () => 'Aquí una línea tiene más de un millón de caracteres.',
  no_heading: () => 'El archivo no tiene una primera línea con los nombres de sus columnas.',
  quote_open: () => 'Aquí se abre una comilla que nunca se cierra.',
  quote_inside: () => 'Aquí hay una comilla en medio de una celda.',
  no_type_column: () => 'Ninguna columna es el tipo de entrada. Elíjala abajo.',
  column_missing: ({ column }) => `El archivo no tiene la columna «${column}».`,
  column_repeated: ({ column }) =>
    `El archivo tiene varias columnas «${column}». Cámbieles el nombre en el archivo.`,
  ignored_missing: ({ column }) => `El archivo no tiene la columna «${column}».`,
  silent_column: ({ column }) =>
    `La columna «${column}» quizá dice que hay entradas no válidas. Elija abajo qué significa, o que no se importe.`,
  no_sessions_yet: ({ column, sessions }) =>
    `El evento no tiene sesiones, y la columna «${column}» nombra varias: ${sessions.join(', ')}. Créelas en el evento, o elija abajo que la columna no se importe: entonces todas las entradas valen para el único evento.`,
  cells: ({ expected, got }) => `La línea tiene ${got} celdas; el encabezado, ${expected}.`,
  status_unknown: ({ status, column }) =>
    `«${status}» en la columna «${column}» no es un estado conocido. Indique qué significa.`,
  refund_unclear: ({ status, column }) =>
    `La entrada está «${status}» y tiene un día en la columna «${column}». Indique si se reembolsó todo el precio, o una parte, de modo que aún es válida.`,
  shortened: ({ field, text }) =>
    `${fieldOf(field)}: una hoja de cálculo ha abreviado un número largo a «${text}». Exporte el archivo otra vez y no lo abra entretanto.`,
  not_as_many: ({ field, quantity, text }) =>
    `${fieldOf(field)}: hacen falta ${quantity} para ${quantity} entradas, separados por comas, y no «${text}».`,
  validity: () => 'El fin de la validez no es posterior a su comienzo.',
  quantity: ({ most, text }) => `La cantidad es un número entero de 1 a ${most}, y no «${text}».`,
  currency: ({ currency, text }) => `La moneda del evento es ${currency}, y no «${text}».`,
  amount: ({ currency, text }) => `«${text}» no es un importe en ${currency} como 79,50.`,
  time: ({ field, text, because, timezone }) =>
    `${fieldOf(field)}: ${
      {
        no_time: `«${text}» no es una hora como 2026-12-31 19:00`,
        two_days: `«${text}» puede ser dos días; escriba 2026-12-31`,
        twice: `«${text}» ocurre dos veces en ${timezone}; añada la diferencia con UTC`,
        skipped: `«${text}» no existe en ${timezone}, porque el reloj se adelanta`,
      }[because]
    }.`,
  checked_in: () => 'La entrada se validó en otro sitio.',
  checked_in_unknown: ({ text }) => `«${text}» no dice si la entrada se validó.`,
  email: ({ text }) => `«${text}» no es una dirección de correo.`,
  other: ({ sentence }) => sentence,
  type_missing: () => 'La línea no nombra ningún tipo de entrada.',
  type_unknown: ({ name, known }) => `No hay tipo de entrada «${name}»; ${knownOf(known)}.`,
  type_ambiguous: ({ name, count }) =>
    `El evento tiene ${count} tipos de entrada «${name}». Cambie el nombre de uno en el evento.`,
  no_sessions: () => 'El evento no tiene sesiones.',
  session_unknown: ({ name, known }) => `No hay sesión «${name}»; ${knownOf(known)}.`,
  session_ambiguous: ({ name, count }) =>
    `El evento tiene ${count} sesiones «${name}». Escriba la referencia de una.`,
  session_cancelled: ({ name }) => `La sesión «${name}» está cancelada.`,
  entry_point_unknown: ({ name, known }) => `No hay acceso «${name}»; ${knownOf(known)}.`,
  add_on_unknown: ({ name, known }) => `No hay extra «${name}»; ${knownOf(known)}.`,
  add_on_quantity: ({ name, text }) => `Cuántos de ${name}, sí o no: y no «${text}».`,
  question_unknown: ({ name, known }) => `No hay pregunta «${name}»; ${knownOf(known)}.`,
  code_repeated: ({ code, other }) =>
    `El código de barras «${code}» está también en la línea ${other}.`,
  seat_repeated: ({ seat, other }) => `El asiento «${seat}» está también en la línea ${other}.`,
  code_taken: ({ code, ticket }) => `El código de barras «${code}» es el de la entrada ${ticket}.`,
  code_elsewhere: ({ code, ticket, order }) =>
    `El código de barras «${code}» es el de la entrada ${ticket}, de otro pedido que ${order}.`,
  seat_taken: ({ seat, ticket }) => `El asiento «${seat}» es el de la entrada ${ticket}.`,
  sold_out: ({ name, left, wanted }) =>
    `${name}: quedan ${left}, y el archivo tiene ${wanted}. Aumente su total en el evento.`,
};
