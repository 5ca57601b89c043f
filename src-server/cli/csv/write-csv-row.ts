/** One record of RFC 4180 without its line end. A null is an empty cell. */
export function writeCsvRow(cells: readonly (string | null)[]): string {
  return cells.map((cell) => quote(disarm(cell ?? ''))).join(',');
}

/** What a spreadsheet takes for the beginning of a formula, also behind white space and as full-width characters. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;

/** An apostrophe in front makes a spreadsheet show a text that it would otherwise run. */
function disarm(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
