/** One record of RFC 4180 without its line end, with every cell quoted. Null becomes an empty cell. */
export function writeCsvRow(cells: readonly (string | null)[], delimiter = ','): string {
  return cells.map((cell) => quote(disarm(cell ?? ''))).join(delimiter);
}

/** What spreadsheets take for the start of a formula, also after white space and in full-width characters; apostrophes before it are the text's own. */
const FORMULA = /^'*(?:[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/u;

/**
 * The same in the middle of a cell. Where the list separator is not a comma, quotes open only the first cell of a row, and a
 * separator or a line end inside of a later one begins a new cell all the same.
 */
const LATER_FORMULA = /([;\t|\r\n])(?='*[ \u00a0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;
const DISARMED_LATER = /([;\t|\r\n])'(?='*[ \u00a0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** Prefixes an apostrophe, so that spreadsheets show the text instead of evaluating it. */
function disarm(text: string): string {
  const inside = text.replaceAll(LATER_FORMULA, "$1'");
  return FORMULA.test(text) ? `'${inside}` : inside;
}

/** The text of a cell that {@link writeCsvRow} disarmed. */
export function rearm(cell: string): string {
  const text = cell.replaceAll(DISARMED_LATER, '$1');
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
