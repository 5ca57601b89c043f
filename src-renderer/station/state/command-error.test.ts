import { describe, expect, it } from 'vitest';
import type { CommandErrorCode } from '../../../shared/station/results.ts';
import { locales } from '../../../shared/languages.ts';
import { readyState } from '../../../test/support/door-script.ts';
import { commandErrorText, refusedFields } from './command-error.ts';
import { catalogue } from '../i18n/languages.ts';

const codes: readonly CommandErrorCode[] = [
  'connect.unreachable',
  'connect.certificate_not_trusted',
  'connect.certificate_changed',
  'connect.keys_changed',
  'connect.not_a_server',
  'connect.refused',
  'connect.forbidden',
  'connect.server_error',
  'connect.unsent_scans',
  'server.port_taken',
  'server.disk_full',
  'server.not_empty',
  'server.demo_closed',
  'server.not_here',
  'kiosk.locked',
];

describe.each(locales)('a refused connection in %s', (locale) => {
  const say = (code: CommandErrorCode) => {
    const station = {
      ...readyState(),
      sync: { ...readyState().sync, queued: 30, needs_attention: 7 },
    };
    return commandErrorText({ code, message: 'the station’s words' }, catalogue[locale], station);
  };

  it('has a separate sentence for each cause', () => {
    const texts = codes.map(say);
    expect(new Set(texts).size).toBe(codes.length);
    for (const text of texts) expect(text).toMatch(/^[\p{Lu}\d].+\.$/su);
  });

  it('says how many scans are unsent and for which server, including refused ones', () => {
    expect(say('connect.unsent_scans')).toContain('37');
    expect(say('connect.unsent_scans')).toContain('Stadthalle Kultur');
  });

  it("of the host's server contains the server's message", () => {
    expect(say('server.failed')).toMatch(/^\p{Lu}.+\. \(the station’s words\)$/u);
  });

  it('shows the station’s message if the screen has no text for it', () => {
    expect(say('station.failed')).toBe('the station’s words');
  });
});

it('a refusal concerns the address, the credentials, or nothing that was entered', () => {
  expect(refusedFields('connect.unreachable')).toEqual(['server_url']);
  expect(refusedFields('connect.certificate_not_trusted')).toEqual(['server_url']);
  expect(refusedFields('connect.not_a_server')).toEqual(['server_url']);
  expect(refusedFields('connect.refused')).toEqual(['client_id', 'client_secret']);
  expect(refusedFields('connect.server_error')).toEqual([]);
  expect(refusedFields('station.failed')).toEqual([]);
});
