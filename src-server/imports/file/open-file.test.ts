import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryInUse } from '../../../test/support/memory-in-use.ts';
import { ImportError } from './import-error.ts';
import { bytesSource, fileSource, type ImportSource } from './import-source.ts';
import { openFile } from './open-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-import-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const opening = { delimiter: null, isKnown: (heading: string) => heading === 'email' };

/** Lines as `line: cells`, or `line: problem`; of a file that is refused, why. */
async function read(source: ImportSource | string | Uint8Array): Promise<readonly string[]> {
  const given =
    typeof source === 'string' || source instanceof Uint8Array
      ? bytesSource(Buffer.from(source), 'x.csv')
      : source;
  try {
    const file = await openFile(given, opening);
    const lines: string[] = [];
    for await (const record of file.records())
      lines.push(
        `${record.line}: ${'cells' in record ? record.cells.join('|').slice(0, 40) : record.problem}`,
      );
    return lines;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return error.problems.map(({ kind }) => kind);
  }
}

/** A file of any length, a part at a time. */
function longSource(
  head: string,
  part: string,
  parts: number,
  tail: string,
  onPart: (at: number) => void = () => undefined,
): ImportSource {
  return {
    name: 'long.csv',
    open: async function* () {
      yield Buffer.from(head);
      for (let at = 0; at < parts; at += 1) {
        yield Buffer.from(part);
        onPart(at);
      }
      yield Buffer.from(tail);
    },
  };
}

const MEBIBYTE = 'x'.repeat(1024 * 1024);

describe('a file', () => {
  it.each([
    ['quoted', '"', '"'],
    ['unquoted', '', ''],
  ])(
    'with a %s cell of 64 MiB has one invalid line, and the lines around it',
    async (_, open, close) => {
      const before = memoryInUse();
      let most = 0;
      const measure = (at: number) => {
        if (at % 20 === 19) most = Math.max(most, memoryInUse() - before);
      };
      const long = longSource(`email,b\na,1\nc,${open}`, MEBIBYTE, 64, `${close}\nd,2\n`, measure);
      const lines = await read(long);
      expect(lines[0]).toBe('2: a|1');
      expect(lines[1]).toMatch(/^3: (?:line_too_long|quote_open)$/);
      expect(lines.slice(2)).toEqual(['4: d|2']);
      expect(most).toBeLessThan(32 * 1024 * 1024);
    },
  );

  it('with a million columns is refused for its heading', async () => {
    const columns = longSource('email', ',x'.repeat(10_000), 100, '\na\n');
    expect(await read(columns)).toEqual(['long_heading']);
    const lines = longSource('email,b\n', 'y,'.repeat(10_000), 100, '\nz,1\n');
    expect(await read(lines)).toEqual(['2: line_too_long', '3: z|1']);
  });

  it('with a title above its heading begins below it', async () => {
    const title = 'Attendees of the Winter Gala\n\n"Exported, by",Kim\n';
    const named = { delimiter: null, isKnown: (text: string) => text === 'email' || text === 'b' };
    const file = await openFile(bytesSource(Buffer.from(`${title}email;b\nx;y\n`), 'x'), named);
    expect([file.headingLine, file.heading, file.delimiter]).toEqual([4, ['email', 'b'], ';']);
    for (const unknown of ['a,c\nemail,x\n', 'a,c\nemail,b\n', 'a,c,\nx,y,z\nemail,b,\n']) {
      const other = await openFile(bytesSource(Buffer.from(unknown), 'x'), named);
      expect(other.headingLine, unknown).toBe(1);
    }
    for (const [known, line] of [
      ['b\n\nemail;b\nx;y\n', 3],
      ['b;;\nemail;b;\n', 2],
      ['b\nx\n', 1],
    ] as const) {
      const other = await openFile(bytesSource(Buffer.from(known), 'x'), named);
      expect(other.headingLine, known).toBe(line);
    }
  });

  it('with a quote that nobody closes is read again from the line after it', async () => {
    expect(await read('email,b\n"a,1\nc,2\n')).toEqual(['2: quote_open', '3: c|2']);
    const long = longSource('email,b\n"a,1\n', 'c,2\n'.repeat(100_000), 10, '');
    expect((await read(long)).slice(0, 3)).toEqual(['2: quote_open', '3: c|2', '4: c|2']);
  });

  it.each([
    ['XLSX or ODS', [0x50, 0x4b, 0x03, 0x04, 0x14], 'spreadsheet'],
    ['gzip', [0x1f, 0x8b, 0x08], 'spreadsheet'],
    ['XLS', [0xd0, 0xcf, 0x11, 0xe0], 'spreadsheet'],
    ['NULs', [0x65, 0x00, 0x6d, 0x00], 'no_text'],
    ['a broken UTF-8 after its mark', [0xef, 0xbb, 0xbf, 0x61, 0x0a, 0xe9, 0x0a], 'cut'],
    ['UTF-8 that ends within a character', Buffer.from('email\nåé').subarray(0, -1), 'cut'],
    [
      'UTF-8 with a line of Windows-1252',
      Buffer.concat([Buffer.from('email\nåé\n'), Buffer.from('é\n', 'latin1')]),
      'cut',
    ],
    ['a web page', Buffer.from('\n<HTML><table>'), 'spreadsheet'],
    ['half a character of UTF-16', [0xff, 0xfe, 0x61, 0x00, 0x0a], 'no_text'],
  ])('with the bytes of %s is refused', async (_, bytes, kind) => {
    expect(await read(Uint8Array.from(bytes))).toEqual([kind]);
  });

  it('that grows while it is read is refused', async () => {
    const path = join(folder, 'growing.csv');
    writeFileSync(path, 'email\na@example.org\n');
    const file = await openFile(fileSource(path, 'growing.csv'), opening);
    appendFileSync(path, 'b@exam');
    const reading = async () => {
      for await (const _ of file.records());
    };
    await expect(reading).rejects.toThrow(ImportError);
  });
});
