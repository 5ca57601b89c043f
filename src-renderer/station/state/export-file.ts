import { writeCsvRow } from '../../../shared/csv-row.ts';

const LONGEST_SLUG = 60;
const FILE_KEPT_MS = 60_000;

/** `gatehouse-needs-attention-winter-gala-2026-12-12.csv`. */
export function exportName(
  what: string,
  { event, day }: { readonly event: string | null; readonly day: string },
  ending: 'csv' | 'txt',
): string {
  const parts = ['gatehouse', what, event === null ? '' : slug(event), day];
  return `${parts.filter((part) => part !== '').join('-')}.${ending}`;
}

/** Letters and digits of any script, without accents; no character that is special to a file system or shell. */
function slug(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .slice(0, LONGEST_SLUG)
    .replaceAll(/^-+|-+$/g, '');
}

/** CSV for spreadsheets: UTF-8 with a byte order mark, CRLF, every cell quoted. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((cells) => `${writeCsvRow(cells)}\r\n`).join('')}`;
}

/** Has the browser or the desktop app save a text under this name. */
export function saveText(name: string, text: string, type: 'text/csv' | 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The desktop app first asks where to save it.
  setTimeout(() => URL.revokeObjectURL(address), FILE_KEPT_MS);
}
