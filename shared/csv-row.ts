/** One record of RFC 4180 without its line end, every cell in quotes. A null is an empty cell. */
export function writeCsvRow(cells: readonly (string | null)[]): string {
  return cells.map((cell) => quote(disarm(cell ?? ''))).join(',');
}

/** What a spreadsheet takes for the beginning of a formula, also behind white space and as full-width characters. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;

/**
 * The same in the middle of a cell. Where the list separator is not a comma, quotes open only the first cell of a row, and a
 * separator or a line end inside of a later one begins a new cell all the same.
 */
const LATER_FORMULA = /([;\t|\r\n])(?=[ \u00a0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** An apostrophe in front makes a spreadsheet show a text that it would otherwise run. */
function disarm(text: string): string {
  const inside = text.replaceAll(LATER_FORMULA, "$1'");
  return FORMULA.test(text) ? `'${inside}` : inside;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
