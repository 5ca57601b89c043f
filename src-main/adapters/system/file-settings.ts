import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { ScannerChoice } from '../../../shared/station/scanners.ts';
import { SyncMode } from '../../../shared/station/state.ts';
import { locales } from '../../../shared/verdict/locale.ts';
import { DEFAULT_OPENS_BEFORE_MINUTES } from '../../../shared/verdict/session-window.ts';
import { readKept, writeKept } from '../../../src-files/kept-file.ts';
import type { Settings, StationSettings } from '../../ports/settings.ts';
import type { Logger } from '../../ports/logger.ts';

const TextOrNull = () => Type.Union([Type.String(), Type.Null()]);

const Stored = Compile(
  Type.Object({
    server_url: TextOrNull(),
    client_id: TextOrNull(),
    server_certificate: Type.Optional(TextOrNull()),
    organiser: Type.Union([
      Type.Object({ reference: Type.String(), display_name: Type.String() }),
      Type.Null(),
    ]),
    event: TextOrNull(),
    entry_point: Type.Optional(TextOrNull()),
    locale: Type.Enum([...locales]),
    locale_chosen: Type.Optional(Type.Boolean()),
    mode: SyncMode,
    peers: Type.Optional(Type.Boolean()),
    scanners: Type.Optional(ScannerChoice),
    kiosk: Type.Optional(Type.Union([Type.Object({ pin_hash: Type.String() }), Type.Null()])),
    opens_before_minutes: Type.Integer({ minimum: 0 }),
    revoked: Type.Optional(
      Type.Union([
        Type.Object({
          client_id: Type.String(),
          revoked_at: Type.String(),
          unsent: Type.Integer({ minimum: 0 }),
          sealed_as: TextOrNull(),
          sealed_until: Type.Optional(Type.String()),
          is_done: Type.Boolean(),
        }),
        Type.Null(),
      ]),
    ),
  }),
);

export const freshSettings: StationSettings = {
  server_url: null,
  client_id: null,
  organiser: null,
  event: null,
  locale: 'en',
  mode: 'automatic',
  opens_before_minutes: DEFAULT_OPENS_BEFORE_MINUTES,
};

/**
 * `settings.json` and its copy. What cannot be understood is told to the log, and kept beside the new file at the next change.
 * Reading changes nothing.
 */
export function fileSettings(path: string, logger: Logger): Settings {
  return {
    read() {
      const read = readKept(path, parse);
      if (read.from === 'copy') logger.warn({ path }, 'the copy of the settings is in use');
      if (read.from === 'damaged') {
        logger.warn({ path }, 'the settings could not be understood; starting with fresh ones');
      }
      const isFound = read.from === 'file' || read.from === 'copy';
      return { settings: isFound ? read.value : freshSettings, from: read.from };
    },
    write: (settings) => writeKept(path, `${JSON.stringify(settings, null, 2)}\n`, parse),
  };
}

function parse(text: string): StationSettings | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!Stored.Check(value)) return null;
    const { entry_point: place, ...rest } = value;
    return place === undefined ? rest : { ...rest, entry_point: place };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
