import { Compile } from 'typebox/compile';
import { StationSettings } from '../../../shared/station/settings.ts';
import { DEFAULT_OPENS_BEFORE_MINUTES } from '../../../shared/verdict/session-window.ts';
import { readStored, writeStored } from '../../../src-files/stored-file.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Logger } from '../../ports/system.ts';

const Stored = Compile(StationSettings);

export const freshSettings: StationSettings = {
  server_url: null,
  client_id: null,
  organiser: null,
  event: null,
  locale: 'en',
  mode: 'automatic',
  opens_before_minutes: DEFAULT_OPENS_BEFORE_MINUTES,
};

/** `settings.json` and its copy. An unreadable file is logged, and kept beside the new one at the next change. Reading changes nothing. */
export function fileSettings(path: string, logger: Logger): Settings {
  return {
    read() {
      const read = readStored(path, parse);
      if (read.from === 'copy') logger.warn({ path }, 'the copy of the settings is in use');
      if (read.from === 'damaged') {
        logger.warn({ path }, 'the settings could not be understood; starting with fresh ones');
      }
      const isFound = read.from === 'file' || read.from === 'copy';
      return { settings: isFound ? read.value : freshSettings, from: read.from };
    },
    write: (settings) => writeStored(path, `${JSON.stringify(settings, null, 2)}\n`, parse),
  };
}

function parse(text: string): StationSettings | null {
  try {
    const value: unknown = JSON.parse(text);
    return Stored.Check(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
