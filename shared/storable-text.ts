/** No NUL and no half of a surrogate pair: what every store and every other client can hold. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
