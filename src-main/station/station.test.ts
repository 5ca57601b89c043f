import { LAYOUT_CODE, SHORT_LAYOUT_CODE } from '../../shared/ticket-code/parse-ticket-code.ts';
import { describe, expect, it, vi } from 'vitest';
import { formatEnrolmentCode } from '../../shared/ticket-code/enrolment-code.ts';
import { MemorySettings } from '../../test/support/station/memory-settings.ts';
import { openDoor } from '../../test/support/station/open-door.ts';
import { freeTicket } from '../../test/support/station/records.ts';
import { numbered } from '../../test/support/station/rows.ts';

describe('a door whose journal cannot be written', () => {
  it.each([
    ['disk_full', 'disk_full'],
    ['io_error', 'journal_failed'],
  ] as const)('raises a warning on %s, and admits nobody', async (cause, warning) => {
    const door = await openDoor();
    vi.spyOn(door.journal, 'append').mockReturnValue({ kind: 'failed', cause, message: 'no room' });
    const outcome = await door.scan(numbered('ticket', 1));
    expect(outcome).toMatchObject({
      kind: 'not_recorded',
      reason: null,
      number: 0,
      holder: null,
      repeated: false,
    });
    expect(outcome.message).toMatch(/could not be saved/);
    expect(door.state().warnings.map(({ code }) => code)).toEqual([warning]);
    expect(door.state().counters).toMatchObject({ admitted_here: 0, admitted_total: 0 });
    expect(door.state().sync.queued).toBe(0);
    await door.close();
  });

  it('judges the same code at once when it can be written again, and withdraws the warning', async () => {
    const door = await openDoor();
    const append = vi.spyOn(door.journal, 'append');
    append.mockReturnValue({ kind: 'failed', cause: 'disk_full', message: 'no room' });
    await door.scan(numbered('ticket', 1));
    append.mockRestore();
    expect(await door.scan(numbered('ticket', 1))).toMatchObject({
      kind: 'admitted',
      number: 1,
      repeated: false,
    });
    expect(door.state().warnings).toEqual([]);
    await door.close();
  });

  it('admits nobody when the journal cannot even be read', async () => {
    const door = await openDoor();
    door.journal.admissionsOf = () => {
      throw new Error('disk I/O error');
    };
    expect(await door.scan(numbered('ticket', 1))).toMatchObject({ kind: 'not_recorded' });
    expect(door.rows()).toEqual([]);
    await door.close();
  });
});

describe('a door', () => {
  it('records a verdict before it shows it', async () => {
    const door = await openDoor();
    const seen: number[] = [];
    door.station.subscribe((message) => {
      if (message.kind === 'outcome') seen.push(door.rows().length);
    });
    await door.scan(numbered('ticket', 1));
    await door.scan(numbered('ticket', 2));
    expect(seen).toEqual([1, 2]);
    await door.close();
  });

  it('reads a ticket once for its verdict, and again if the verdict has waited', async () => {
    const door = await openDoor();
    const reads: string[] = [];
    const find = door.replica.findTicket.bind(door.replica);
    door.replica.findTicket = (event, reference) => {
      reads.push(reference);
      return find(event, reference);
    };
    await door.scan(numbered('ticket', 1));
    await door.scan(numbered('ticket', 9));
    expect(reads).toEqual([numbered('ticket', 1), numbered('ticket', 9)]);
    reads.length = 0;
    const signed = `eyJ${'a'.repeat(37)}.${'b'.repeat(80)}.${'c'.repeat(86)}`;
    const both = [door.scan(signed), door.scan(numbered('ticket', 2))];
    await Promise.all(both);
    expect(reads.filter((reference) => reference === numbered('ticket', 2))).toHaveLength(2);
    await door.close();
  });

  it('shows a repeated scan as long as the ticket is held there, as just let in for a minute, and judges it after that', async () => {
    const door = await openDoor();
    const code = numbered('ticket', 1);
    await door.scan(code);
    await door.time.advance(2_999);
    expect(await door.scan(code.toUpperCase())).toMatchObject({
      kind: 'admitted',
      repeated: true,
      number: 1,
    });
    await door.time.advance(1_600);
    expect(await door.scan(code)).toMatchObject({
      reason: 'scanning.already_scanned',
      note: 'just_in',
      repeated: true,
      number: 1,
    });
    await door.time.advance(60_000);
    const later = await door.scan(code);
    expect(later).toMatchObject({
      reason: 'scanning.already_scanned',
      repeated: false,
      number: 2,
    });
    expect(later).not.toHaveProperty('note');
    await door.close();
  });

  it('judges the same code again at another entry point', async () => {
    const door = await openDoor();
    await door.scan(numbered('ticket', 1));
    await door.send({ kind: 'select_entry_point', location: null });
    expect(await door.scan(numbered('ticket', 1))).toMatchObject({
      kind: 'denied',
      repeated: false,
    });
    await door.close();
  });

  it('never stores or shows the credentials of an enrolment code', async () => {
    const door = await openDoor();
    const code = formatEnrolmentCode({
      server_url: 'https://gatehouse.example/v1',
      client_id: 'cli',
      client_secret: 'hush-hush',
      certificate: null,
      keys: null,
      event: null,
      location: null,
    });
    expect(await door.scan(code)).toMatchObject({ kind: 'unreadable', note: 'enrolment' });
    expect(door.rows()).toHaveLength(1);
    expect(JSON.stringify([door.rows(), door.messages, door.state()])).not.toContain('hush');
    await door.close();
  });

  it('shows a training code and records nothing', async () => {
    const door = await openDoor();
    for (const code of ['gatehouse_training', LAYOUT_CODE, SHORT_LAYOUT_CODE]) {
      expect(await door.scan(code)).toMatchObject({
        kind: 'unreadable',
        note: 'training',
        number: 0,
      });
    }
    expect(door.rows()).toEqual([]);
    await door.close();
  });

  it('stores whatever a scanner delivers as text that can be kept and sent', async () => {
    const door = await openDoor();
    for (const code of ['not a ticket', 'x'.repeat(20_000), '\u0000\ud800', '']) {
      expect(await door.scan(code)).toMatchObject({ kind: 'unreadable', ticket: null });
    }
    const codes = door.rows().map(({ code }) => code);
    expect(codes).toHaveLength(4);
    expect(codes.every((code) => code.length <= 8_192 && code.isWellFormed())).toBe(true);
    await door.close();
  });

  it.each([
    'WIFI:T:WPA;S:Home;P:correct horse battery;;',
    '4111111111111111',
    'otpauth://totp/me?secret=JBSWY3DPEHPK3PXP',
    'M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 226F001A0025 100',
  ])('stores only the beginning of what is no ticket: %s', async (code) => {
    const door = await openDoor();
    expect(await door.scan(code)).toMatchObject({ kind: 'unreadable', ticket: null });
    expect(door.rows().map((row) => row.code)).toEqual([`${code.slice(0, 6)}…`]);
    expect(JSON.stringify(door.rows())).not.toContain(code.slice(0, 12));
    await door.close();
  });

  it('keeps correct time across a jump of the device clock, and reports it', async () => {
    const door = await openDoor();
    const before = await door.scan(numbered('ticket', 1));
    await door.time.advance(10_000);
    door.time.jump(-7_200_000);
    const after = await door.scan(numbered('ticket', 2));
    expect(Date.parse(after.scanned_at) - Date.parse(before.scanned_at)).toBe(10_000);
    expect(door.rows().at(-1)?.clock_offset_ms).toBe(7_200_000);
    await door.time.advance(5_000);
    expect(door.state()).toMatchObject({ clock: { suspect: true } });
    expect(door.state().warnings.map(({ code }) => code)).toEqual(['clock_jumped']);
    await door.close();
  });

  it('sends screens its state at most ten times a second, the newest last, and outcomes at once', async () => {
    const door = await openDoor();
    await door.time.advance(1_000);
    door.messages.length = 0;
    for (let round = 0; round < 30; round += 1)
      await door.send({ kind: 'set_locale', locale: round % 2 === 0 ? 'de' : 'fr' });
    await door.scan(numbered('ticket', 1));
    expect(door.messages.map(({ kind }) => kind)).toEqual(['outcome']);
    await door.time.advance(1_000);
    const states = door.messages.flatMap((message) =>
      message.kind === 'state' ? [message.state] : [],
    );
    expect(states).toHaveLength(1);
    expect(states[0]).toMatchObject({ locale: 'fr', counters: { admitted_here: 1 } });
    await door.close();
  });

  it('shows the arrivals of the last quarter of an hour as minutes pass', async () => {
    const door = await openDoor();
    await door.scan(numbered('ticket', 1));
    await door.scan(numbered('ticket', 2));
    expect(door.state().counters.per_minute.at(-1)).toBe(2);
    door.messages.length = 0;
    await door.time.advance(60_000);
    expect(door.state().counters.per_minute.slice(-2)).toEqual([2, 0]);
    expect(door.messages.some(({ kind }) => kind === 'state')).toBe(true);
    await door.close();
  });

  it('answers every command after it was closed, and shows nothing', async () => {
    const door = await openDoor();
    await door.close();
    expect(
      await door.send({ kind: 'scan', code: 'x', symbology: null, source: 'hid' }),
    ).toMatchObject({
      ok: false,
      code: 'station.failed',
    });
    expect(door.outcomes()).toEqual([]);
    await door.close();
  });
});

describe('a door whose journal cannot be read', () => {
  it('still greets its screens, and reports it', async () => {
    const door = await openDoor();
    door.journal.recent = () => {
      throw new Error('disk I/O error');
    };
    expect(door.station.welcome()).toMatchObject({
      kind: 'welcome',
      recent: [],
      state: { warnings: [{ code: 'journal_failed' }] },
    });
    await door.close();
  });
});

describe('the language of a station', () => {
  it('follows the system of its screen, until somebody chooses one', async () => {
    const door = await openDoor();
    await door.send({ kind: 'suggest_locale', locale: 'de' });
    expect(door.state().locale).toBe('de');
    await door.send({ kind: 'suggest_locale', locale: 'es' });
    expect(door.state().locale).toBe('es');
    await door.send({ kind: 'set_locale', locale: 'fr' });
    await door.send({ kind: 'suggest_locale', locale: 'de' });
    expect(door.state().locale).toBe('fr');
    await door.close();
  });
});

describe('the label of a station', () => {
  it('is off until somebody chooses one, which a restart keeps', async () => {
    const settings = new MemorySettings();
    const label = { size: 'a6', printer: 'Brother QL' } as const;
    const before = await openDoor({ settings });
    expect(before.state().label.size).toBe('off');
    await before.send({ kind: 'set_label', label });
    expect(before.state().label).toEqual(label);
    await before.close();
    const door = await openDoor({ settings });
    expect(door.state().label).toEqual(label);
    await door.close();
  });
});

describe('a door whose replica breaks under a scan', () => {
  it('admits no ticket whose admissions could not be read', async () => {
    const door = await openDoor();
    door.replica.admissionsOf = () => {
      vi.spyOn(door.replica, 'damaged', 'get').mockReturnValue(true);
      return [];
    };
    expect(await door.scan(numbered('ticket', 1))).toMatchObject({
      kind: 'unknown_ticket',
      ticket: numbered('ticket', 1),
    });
    await door.close();
  });
});

describe('a door with a server', () => {
  it('rebuilds its replica when it cannot be read, keeps working, and fills it again', async () => {
    const door = await openDoor({ server: true });
    for (const number of [1, 2, 3]) door.server.putTicket(freeTicket(number));
    await door.time.advance(60_000);
    door.server.trouble = (request) => (request === 'tickets' ? 'server_error' : null);
    const damaged = vi.spyOn(door.replica, 'damaged', 'get').mockReturnValue(true);
    const rebuild = door.replica.rebuild.bind(door.replica);
    door.replica.rebuild = () => {
      damaged.mockRestore();
      return rebuild();
    };
    expect(await door.scan(numbered('ticket', 1))).toMatchObject({ kind: 'admitted' });
    await door.time.advance(50);
    expect(door.state().warnings.map(({ code }) => code)).toContain('replica_rebuilt');
    door.server.trouble = () => null;
    await door.time.advance(60_000);
    expect(door.files.replicated('tickets')).toHaveLength(3);
    expect(door.state()).toMatchObject({
      phase: { kind: 'ready' },
      warnings: [],
      sync: { queued: 0 },
    });
    expect(await door.scan(numbered('ticket', 1))).toMatchObject({
      reason: 'scanning.already_scanned',
    });
    await door.close();
  });

  it('looks up unknown tickets concurrently, and shows them in order', async () => {
    const door = await openDoor({ server: true });
    await door.time.advance(20_000);
    const remote = { asked: 0 };
    door.server.trouble = (request) => {
      if (request === 'ticket') remote.asked += 1;
      return request === 'ticket' ? 'timeout' : null;
    };
    const codes = [71, 72, 1, 73].map((number) => numbered('ticket', number));
    await Promise.all(
      codes.map((code) => door.send({ kind: 'scan', code, symbology: null, source: 'keyboard' })),
    );
    expect(remote.asked).toBe(3);
    expect(door.outcomes().map(({ ticket }) => ticket)).toEqual(codes);
    await door.close();
  });

  it('does not look up unknown tickets while it is switched offline', async () => {
    const door = await openDoor({ server: true });
    await door.time.advance(20_000);
    await door.send({ kind: 'set_mode', mode: 'offline' });
    const asked = door.server.requestedAt.length;
    expect(await door.scan(numbered('ticket', 71))).toMatchObject({ kind: 'unknown_ticket' });
    expect(door.server.requestedAt).toHaveLength(asked);
    await door.close();
  });
});
