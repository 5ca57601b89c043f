import { writeCsvRow } from '../../../shared/csv-row.ts';

const LONGEST_SLUG = 60;

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
