import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { locales } from '../../../shared/verdict/locale.ts';
import { DEFAULT_OPENS_BEFORE_MINUTES } from '../../../shared/verdict/session-window.ts';
import type { Settings, StationSettings } from '../../ports/settings.ts';
import type { Logger } from '../../ports/logger.ts';
import { writeAtomically } from './write-atomically.ts';

const TextOrNull = () => Type.Union([Type.String(), Type.Null()]);

const Stored = Compile(
  Type.Object({
    server_url: TextOrNull(),
    client_id: TextOrNull(),
    organiser: Type.Union([
      Type.Object({ reference: Type.String(), display_name: Type.String() }),
      Type.Null(),
    ]),
    event: TextOrNull(),
    entry_point: Type.Optional(TextOrNull()),
    locale: Type.Enum([...locales]),
    mode: Type.Enum(['automatic', 'offline']),
    opens_before_minutes: Type.Integer({ minimum: 0 }),
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

/** `settings.json`. A file that cannot be understood is told to the log and replaced at the next change. */
export function fileSettings(path: string, logger: Logger): Settings {
  return {
    read() {
      const text = readText(path);
      if (text === null) return freshSettings;
      const stored = parse(text);
      if (stored !== null) return stored;
      logger.warn({ path }, 'the settings could not be understood; starting with fresh ones');
      return freshSettings;
    },
    write: (settings) => writeAtomically(path, `${JSON.stringify(settings, null, 2)}\n`),
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

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
