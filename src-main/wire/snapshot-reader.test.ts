import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanRecord, ticketRecord } from '../../test/support/station/records.ts';
import { EVENT, numbered, timeAt } from '../../test/support/station/rows.ts';
import { snapshotLines } from '../../test/support/station/snapshot-lines.ts';
import { SnapshotBroken, SnapshotReader } from './snapshot-reader.ts';

const tickets = [1, 2, 3, 4, 5].map((number) => ticketRecord(number));
const scans = [1, 2].map((number) => scanRecord(number));
const content = { event: EVENT, watermark: timeAt(9), tickets, scans, order_lines: [] };
const text = snapshotLines(content).join('');

function readAll(bytes: Uint8Array, cuts: readonly number[] = []) {
  const reader = new SnapshotReader(EVENT);
  return piecesOf(bytes, cuts).flatMap((piece) => reader.read(piece));
}

function piecesOf(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const at = [...cuts.map((cut) => cut % bytes.length), bytes.length].sort((a, b) => a - b);
  return at.map((end, index) => bytes.subarray(at[index - 1] ?? 0, end));
}

/** The first row with a time that is none, and the marks as a server would send them with it. */
function oddly(lines: readonly string[]): readonly string[] {
  const changed = lines.map((line, index) =>
    index === 1 ? line.replace(/"updated_at":"[^"]*"/, '"updated_at":"soon"') : line,
  );
  const hash = createHash('sha256');
  return changed.map((line) => {
    if (line.includes('"kind":"ticket"') || line.includes('"kind":"scan"')) hash.update(line);
    const checksum = hash.copy().digest('hex');
    return line.replace(/"checksum":"[^"]*"/, `"checksum":"${checksum}"`);
  });
}

describe('a snapshot', () => {
  it('of a server that kept any name shows what is printable of it', () => {
    const holder = { first_name: 'Ada\u202Eadi', last_name: '\u202E', email: null };
    const named = ticketRecord(1, {
      holder,
      ticket_type: { reference: numbered('ticketType', 1), name: 'Two\r\nlines' },
      seat_label: 'A\u0007 1',
    });
    const lines = snapshotLines({ ...content, tickets: [named], scans: [] }).join('');
    expect(readAll(Buffer.from(lines)).flatMap((part) => part.tickets)).toMatchObject([
      {
        holder: { first_name: 'Adaadi', last_name: null },
        ticket_type: { name: 'Two lines' },
        seat_label: 'A 1',
      },
    ]);
  });

  it('yields only complete parts, however its bytes are split', () => {
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.array(fc.nat()), (cuts) => {
        const parts = readAll(bytes, cuts);
        expect(parts[0]?.start).toEqual({ watermark: timeAt(9), expected: 7 });
        expect(parts.flatMap((part) => part.tickets)).toEqual(tickets);
        expect(parts.flatMap((part) => part.scans)).toEqual(scans);
        expect(parts.map(({ cursor }) => cursor)).toEqual([null, '2', '4', '6', null]);
        expect(parts.at(-1)?.ended).toBe(true);
      }),
    );
  });

  it('resumes from a cursor', () => {
    const parts = readAll(Buffer.from(snapshotLines(content, { cursor: '4' }).join('')));
    expect(parts.flatMap((part) => part.tickets)).toEqual(tickets.slice(4));
    expect(parts.flatMap((part) => part.scans)).toEqual(scans);
  });

  it('never yields a row that was changed, left out or added on the way', () => {
    const bytes = Buffer.from(text);
    const change = fc.record({
      at: fc.nat(bytes.length - 1),
      by: fc.integer({ min: 1, max: 255 }),
    });
    fc.assert(
      fc.property(change, fc.array(fc.nat()), ({ at, by }, cuts) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ by;
        const reader = new SnapshotReader(EVENT);
        const given: unknown[] = [];
        try {
          for (const piece of piecesOf(changed, cuts)) {
            for (const part of reader.read(piece)) given.push(...part.tickets);
          }
        } catch (error) {
          if (!(error instanceof SnapshotBroken)) throw error;
        }
        expect(tickets).toEqual(expect.arrayContaining(given));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['of another event', snapshotLines({ ...content, event: 'evt_other' }).join('')],
    ['that is a page of a portal', '<!doctype html>\n<title>Welcome</title>\n'],
    ['without a beginning', snapshotLines(content).slice(1).join('')],
    ['with a part left out', snapshotLines(content).toSpliced(1, 2).join('')],
    ['with something behind its end', `${text}{"kind":"mark"}\n`],
    [
      'of many rows without a mark',
      `${snapshotLines(content)[0] ?? ''}${'{"kind":"later"}\n'.repeat(11_000)}`,
    ],
    [
      'with a row that nests too deep',
      `${snapshotLines(content)[0] ?? ''}{"kind":"ticket","ticket":${'['.repeat(10_000)}${']'.repeat(10_000)}}\n`,
    ],
    ['whose line never ends', `${snapshotLines(content)[0] ?? ''}${' '.repeat(300_000)}`],
  ])('is refused when it is one %s', (_what, sent) => {
    expect(() => readAll(Buffer.from(sent))).toThrow(SnapshotBroken);
  });

  it('reports a line without its row', () => {
    const [start = ''] = snapshotLines(content);
    const row = '{"kind":"ticket"}\n';
    const checksum = createHash('sha256').update(row).digest('hex');
    const end = JSON.stringify({ kind: 'end', cursor: null, count: 1, checksum });
    expect(readAll(Buffer.from(`${start}${row}${end}\n`)).at(-1)).toMatchObject({
      tickets: [],
      unreadable: [{ reference: null }],
      rows: 1,
      ended: true,
    });
  });

  it('reports an unreadable row, and yields the others', () => {
    const [first, ...others] = tickets;
    // The checksum is of what is sent: the server itself says something odd.
    const reader = new SnapshotReader(EVENT);
    const parts = oddly(snapshotLines(content)).flatMap((line) => reader.read(Buffer.from(line)));
    expect(parts.flatMap((part) => part.tickets)).toEqual(others);
    expect(parts.flatMap((part) => part.unreadable)).toMatchObject([
      { reference: first?.reference },
    ]);
  });
});
