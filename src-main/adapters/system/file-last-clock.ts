import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { formatInstant, parseInstant } from '../../../shared/instant.ts';
import { readRegularFile } from '../../../src-files/read-regular-file.ts';
import { writeAtomically } from '../../../src-files/write-atomically.ts';
import type { LastClock, LastClockStore } from '../../ports/settings.ts';
import type { Logger } from '../../ports/system.ts';

const Stored = Compile(Type.Object({ offset_ms: Type.Integer(), at: Type.String() }));

/**
 * `last-run.json`, written often and therefore without a flush: after a power cut it may be outdated or unreadable, and is then ignored.
 */
export function fileLastClock(path: string, logger: Logger): LastClockStore {
  return {
    read() {
      try {
        return parse(readRegularFile(path).toString());
      } catch {
        return null;
      }
    },
    write({ offset_ms, at }) {
      const stored = { offset_ms, at: formatInstant(at) };
      try {
        writeAtomically(path, JSON.stringify(stored), { flush: false });
      } catch (error) {
        logger.warn({ error: String(error) }, "the clock's offset could not be kept");
      }
    },
  };
}

function parse(text: string): LastClock | null {
  const value: unknown = JSON.parse(text);
  if (!Stored.Check(value)) return null;
  const at = parseInstant(value.at);
  return at === null ? null : { offset_ms: value.offset_ms, at };
}
