import { expect, it } from 'vitest';
import { MAX_IMPORT_BYTES } from '../../../../shared/contract/limits.ts';
import { readFile } from './read-file.ts';

it('a file is read as it is, whatever its length', async () => {
  for (const length of [1, 2, 3, 24_576, 100_001]) {
    const bytes = Buffer.alloc(length, 'Größe', 'latin1');
    const content = bytes.toString('base64');
    expect(await readFile(new Blob([bytes]))).toEqual({ kind: 'file', content });
  }
});

it.each([
  ['nothing', Buffer.alloc(0), 'empty'],
  ['more than fits', Buffer.alloc(MAX_IMPORT_BYTES + 1, 'x'), 'too_large'],
])('a file of %s is refused', async (_name, bytes, kind) => {
  expect(await readFile(new Blob([bytes]))).toEqual({ kind });
});
