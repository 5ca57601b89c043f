import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createScriptedStation } from '../../test/support/scripted-station.ts';
import { handleRequest, parseStationRequest } from './station-request.ts';

const scan = { kind: 'scan', code: 'tkt_1', symbology: null, source: 'keyboard' };

const scanOf = (length: number) => ({ id: '1', command: { ...scan, code: 'x'.repeat(length) } });

describe('requests of a screen', () => {
  it('passes every command of the contract on', () => {
    const commands = [
      scan,
      { kind: 'select_event', event: 'evt_1' },
      { kind: 'select_entry_point', location: null },
      { kind: 'set_mode', mode: 'offline' },
      { kind: 'set_locale', locale: 'de' },
      { kind: 'suggest_locale', locale: 'fr' },
      { kind: 'set_label', label: { size: '62x29', printer: 'Brother QL' } },
      { kind: 'sync_now' },
      { kind: 'read_server' },
      { kind: 'open_import', event: 'evt_1' },
      { kind: 'back_up_server' },
      { kind: 'run_server', content: { kind: 'demo' } },
      { kind: 'open_server', with_demo: false },
      { kind: 'move_server' },
      { kind: 'renew_certificate' },
      { kind: 'close_server' },
      { kind: 'read_enrolment_choices' },
      {
        kind: 'enrol_station',
        host: '192.168.1.20',
        name: 'North Gate',
        organiser: 'org_1',
        event: 'evt_1',
        location: null,
      },
      {
        kind: 'run_server',
        content: {
          kind: 'own',
          organiser: 'Nordlys',
          event: 'Gala',
          entry_points: ['North Gate'],
          timezone: 'Europe/Oslo',
        },
      },
      { kind: 'connect', server_url: 'http://x', client_id: 'c', client_secret: 's' },
      {
        kind: 'connect',
        server_url: 'https://x',
        client_id: 'c',
        client_secret: 's',
        certificate: 'A'.repeat(43),
        event: 'evt_1',
        location: null,
      },
    ];
    for (const command of commands) {
      expect(parseStationRequest({ id: '1', command })).toEqual({ id: '1', command });
    }
  });

  it('answers anything else with command.invalid and asks the station nothing', async () => {
    const station = createScriptedStation();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (raw) => {
        const reply = await handleRequest(station, raw);
        expect(reply).toMatchObject({
          kind: 'reply',
          result: { ok: false, code: 'command.invalid' },
        });
      }),
    );
    expect(station.requests).toEqual([]);
  });

  it('knows no other label than those that it can print', () => {
    const label = { size: '62x30', printer: null };
    expect(parseStationRequest({ id: '1', command: { kind: 'set_label', label } })).toBeNull();
  });

  it('answers under the id of the bad request, if it has one', async () => {
    const station = createScriptedStation();
    const reply = await handleRequest(station, { id: 'a7', command: { kind: 'format_disk' } });
    expect(reply).toMatchObject({ id: 'a7' });
    expect(await handleRequest(station, { id: 7 })).toMatchObject({ id: '' });
  });

  it('accepts a code of 8192 characters and refuses a longer one', () => {
    expect(parseStationRequest(scanOf(8192))).not.toBeNull();
    expect(parseStationRequest(scanOf(8193))).toBeNull();
  });

  it('turns a failing station into a reply', async () => {
    const station = createScriptedStation(() => Promise.reject(new Error('disk is full')));
    expect(await handleRequest(station, { id: '1', command: scan })).toEqual({
      kind: 'reply',
      id: '1',
      result: { ok: false, code: 'station.failed', message: 'disk is full' },
    });
  });
});
