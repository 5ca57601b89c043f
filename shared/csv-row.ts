/** One record of RFC 4180 without its line end, with every cell quoted. Null becomes an empty cell. */
export function writeCsvRow(cells: readonly (string | null)[]): string {
  return cells.map((cell) => quote(disarm(cell ?? ''))).join(',');
}

/** What spreadsheets take for the start of a formula, also after white space and in full-width characters. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;

/**
 * The same in the middle of a cell. Where the list separator is not a comma, quotes open only the first cell of a row, and a
 * separator or a line end inside of a later one begins a new cell all the same.
 */
const LATER_FORMULA = /([;\t|\r\n])(?=[ \u00a0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** Prefixes an apostrophe, so that spreadsheets show the text instead of evaluating it. */
function disarm(text: string): string {
  const inside = text.replaceAll(LATER_FORMULA, "$1'");
  return FORMULA.test(text) ? `'${inside}` : inside;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
