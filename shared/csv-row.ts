// Why: docs/decisions/0028-exports.md
/** What may stand between two cells. Spreadsheets write `;` where a comma separates decimals. */
export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** What a cell of a spreadsheet may read as a number or a time, written as it is. */
export interface Figure {
  readonly figure: string;
}

export type CsvCell = string | Figure | null;

/**
 * One record of RFC 4180 without its line end, with every cell quoted. Null becomes an empty cell. Spreadsheets neither evaluate a text nor take it
 * for a number that they would write differently: such a text has an apostrophe before it.
 */
export function writeCsvRow(cells: readonly CsvCell[], delimiter: Delimiter = ','): string {
  return cells
    .map((cell) =>
      quote(cell !== null && typeof cell === 'object' ? cell.figure : disarm(cell ?? '')),
    )
    .join(delimiter);
}

/** What spreadsheets take for the start of a formula, also after white space and in full-width characters; apostrophes before it are the text's own. */
const FORMULA = /^'*(?:[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/u;

/** Read as a number, a date or a time, of which leading zeros, long numbers, `1-12` and `12 A` would be lost; in quotes as well. */
const FIGURE = /^'*\d(?:[\d.,:/\- \u00a0]*(?:e[+-]?\d+)?|[\d:]* [ap]m?)$/i;
/** Likewise amounts, percentages and truth values, which become `WAHR` or `VRAI`. */
const AMOUNT = /^'*(?:\p{Sc}[ \u00a0]?\d[\d.,]*|\d[\d.,]*[ \u00a0]?[%\p{Sc}])$/u;
const TRUTH = /^'*(?:true|false|wahr|falsch|vrai|faux|verdadero|falso)$/i;

const MONTH = [
  '(?:jan(?:uary?|vier)?|ene(?:ro)?|feb(?:ruary?|rero)?|f[eé]v(?:rier)?|mar(?:ch|s|zo)?|märz?|mrz|apr(?:il)?|avr(?:il)?|abr(?:il)?|may(?:o)?|mai|',
  'june?|juni|juin|junio|jul[yi]?|juil(?:let)?|julio|aug(?:ust)?|ao[uû]t|ago(?:sto)?|sept?(?:ember|embre|iembre)?|o[ck]t(?:ober|obre|ubre)?|',
  'nov(?:ember|embre|iembre)?|de[cz](?:ember)?|d[eé]c(?:embre)?|dic(?:iembre)?)\\.?',
].join('');
/** A month with a day or a year. */
const DATE = new RegExp(
  `^'*(?:${MONTH}[ \u00a0./-]*\\d{1,4}|\\d{1,2}\\.?[ \u00a0./-]*${MONTH}(?:[ \u00a0./-]*\\d{1,4})?)$`,
  'iu',
);
/** Whole numbers that are shown in full, and times as programs write them. */
const HARMLESS = /^(?:0|[1-9]\d{0,10}|\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?)$/;

/**
 * The same in the middle of a cell. Where the list separator is not a comma, quotes open only the first cell of a row, and a
 * separator or a line end inside of a later one begins a new cell all the same.
 */
const LATER_FORMULA = /([;\t|\r\n])(?='*[ \u00a0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;
const DISARMED_LATER = /([;\t|\r\n])'(?='*[ \u00a0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** Prefixes an apostrophe, so that spreadsheets show the text. */
function disarm(text: string): string {
  const inside = text.replaceAll(LATER_FORMULA, "$1'");
  return isTaken(text) ? `'${inside}` : inside;
}

/** The text of a cell that {@link writeCsvRow} disarmed. */
export function rearm(cell: string): string {
  if (!cell.includes("'")) return cell;
  const text = cell.replaceAll(DISARMED_LATER, '$1');
  return text.startsWith("'") && isTaken(text.slice(1)) ? text.slice(1) : text;
}

function isTaken(text: string): boolean {
  if (FIGURE.test(text)) return !HARMLESS.test(text);
  return [FORMULA, AMOUNT, TRUTH, DATE].some((taken) => taken.test(text));
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
