import { Compile } from 'typebox/compile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EntryScan } from '../../shared/contract/resources.ts';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import { createLocation } from '../../src-server/services/locations.ts';
import { checkIn } from '../../src-server/services/scans/check-in.ts';
import { openOrganiserFixture, type OrganiserFixture } from '../support/organiser-fixture.ts';

const check = Compile(EntryScan);
let fixture: OrganiserFixture;
beforeEach(async () => {
  fixture = await openOrganiserFixture();
});
afterEach(() => fixture.close());

/** Runs an export beside the open database; `between` happens each time that the export waits for its output to leave. */
async function exportScans(flags: string, between: () => Promise<unknown> = async () => null) {
  const written: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine(['export', 'scans', ...flags.split(' ')], {
    out: (line) => written.push(`${line}\n`),
    err: (line) => err.push(line),
    flushed: async () => {
      await between();
    },
    environment: { GATEHOUSE_DATA: fixture.dataDir },
    stopRequested: () => Promise.resolve(),
  });
  return { code, err, writes: written.length, out: written.join('') };
}

async function addScans(count: number, gate: string) {
  const type = await fixture.addTicketType();
  const [ticket] = (await fixture.addOrder(type.reference)).tickets;
  if (ticket === undefined) throw new Error('expected a ticket');
  return fixture.write(async (tx) => {
    const event = fixture.event.reference;
    const { reference } = await createLocation(tx, { event, name: gate });
    const scans: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const input = { ticket: ticket.reference, scanner_location: reference, session: null };
      const { scan } = await checkIn(tx, fixture.client, { ...input, locale: 'en' });
      scans.push(scan.reference);
    }
    return scans;
  });
}

describe('gatehouse export scans', () => {
  it('writes every scan once, oldest first, page by page, as it was when the export began', async () => {
    const scans = await addScans(1201, 'North');
    const later = () => addScans(1, 'Late');
    const { code, err, out, writes } = await exportScans(
      `--event ${fixture.event.reference} --json`,
      later,
    );
    expect([code, err]).toEqual([0, []]);
    expect(writes).toBe(3);
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => check.Parse(JSON.parse(line)));
    expect(rows.map(({ reference }) => reference)).toEqual(scans);
    expect(rows.filter(({ result }) => result === 'allowed')).toHaveLength(1);
  });

  it('writes CSV that a spreadsheet reads and does not run', async () => {
    const [first] = await addScans(2, '=HYPERLINK("http://x.example","a, b")');
    const { code, out } = await exportScans(`--event ${fixture.event.reference}`);
    expect(code).toBe(0);
    const lines = out.split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(
      'reference,ticket,result,reason,scanner_location,scanner_location_name,session,session_name,session_starts_at,scanned_at,created_at,updated_at',
    );
    expect(lines[1]).toMatch(new RegExp(`^${first},tkt_\\w+,allowed,scanning\\.allowed,loc_\\w+,`));
    expect(lines[1]).toContain(`,"'=HYPERLINK(""http://x.example"",""a, b"")",,,,`);
    expect(lines[2]).toMatch(
      /,denied,scanning\.already_scanned,.*(?:,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z){3}$/,
    );
    expect(lines[3]).toBe('');
  });

  it('of an event without scans writes the heading, or nothing', async () => {
    const { event } = fixture;
    expect((await exportScans(`--event ${event.reference}`)).out).toMatch(/^reference,.*\r\n$/);
    expect(await exportScans(`--event ${event.reference} --format ndjson`)).toEqual({
      code: 0,
      err: [],
      writes: 0,
      out: '',
    });
  });
});
