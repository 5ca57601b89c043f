import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { formatInstant, parseInstant } from '../../../shared/instant.ts';
import { readRegularFile } from '../../../src-files/read-regular-file.ts';
import { writeAtomically } from '../../../src-files/write-atomically.ts';
import type { LastRun, LastRunStore } from '../../ports/settings.ts';
import type { Logger } from '../../ports/system.ts';

const Stored = Compile(
  Type.Object({
    clock: Type.Union([Type.Object({ offset_ms: Type.Integer(), at: Type.String() }), Type.Null()]),
    requests: Type.Union([
      Type.Object({
        sent: Type.Array(Type.Object({ uptime_ms: Type.Number(), by: Type.String() })),
        open: Type.Array(Type.String()),
      }),
      Type.Null(),
    ]),
  }),
);

/**
 * `last-run.json`, written often and therefore without a flush: after a power cut it may be outdated or unreadable, and is then ignored.
 */
export function fileLastRun(path: string, logger: Logger): LastRunStore {
  return {
    read() {
      try {
        return parse(readRegularFile(path).toString());
      } catch {
        return null;
      }
    },
    write({ clock, requests }) {
      const stored = { clock: clock && { ...clock, at: formatInstant(clock.at) }, requests };
      try {
        writeAtomically(path, JSON.stringify(stored), { flush: false });
      } catch (error) {
        logger.warn({ error: String(error) }, 'what the next start should know could not be kept');
      }
    },
  };
}

function parse(text: string): LastRun | null {
  const value: unknown = JSON.parse(text);
  if (!Stored.Check(value)) return null;
  const { clock, requests } = value;
  const at = parseInstant(clock?.at ?? '');
  return { clock: clock === null || at === null ? null : { ...clock, at }, requests };
}
