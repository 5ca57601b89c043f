import { expect, it } from 'vitest';
import { MAX_IMPORT_BYTES } from '../../../../shared/contract/limits.ts';
import { readFile } from './read-file.ts';

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

it.each([
  ['UTF-8', new TextEncoder().encode('Größe'), 'Größe'],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffGröße'), 'Größe'],
  ['UTF-16 little-endian', utf16('Größe'), 'Größe'],
  ['UTF-16 big-endian', utf16('Größe').swap16(), 'Größe'],
])('a file in %s is read', async (_name, bytes, text) => {
  expect(await readFile(new Blob([bytes]))).toEqual({ kind: 'text', text });
});

it.each([
  ['a spreadsheet', Buffer.from('PK\u0003\u0004\0\0'), 'no_text'],
  ['Windows-1252', Buffer.from('Gr\xf6\xdfe', 'latin1'), 'no_text'],
  ['blank lines', Buffer.from('\r\n \n'), 'empty'],
  ['more than fits', Buffer.alloc(MAX_IMPORT_BYTES + 1, 'x'), 'too_large'],
  ['more quotes than fit', Buffer.alloc(MAX_IMPORT_BYTES / 2, '"'), 'too_large'],
])('a file of %s is refused', async (_name, bytes, kind) => {
  expect(await readFile(new Blob([bytes]))).toEqual({ kind });
});
