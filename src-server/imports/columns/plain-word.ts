/** Headings and statuses as people compare them: in lower case, without accents and punctuation, `TicketID` in two words; `#` and `N°` are a number's. */
export function plainWord(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/#|\bn[°º]|№/g, ' no ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
