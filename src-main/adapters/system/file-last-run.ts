import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { formatInstant, parseInstant } from '../../../shared/instant.ts';
import { readRegularFile } from '../../../src-files/read-regular-file.ts';
import { writeAtomically } from '../../../src-files/write-atomically.ts';
import type { LastRun, LastRunStore } from '../../ports/last-run.ts';
import type { Logger } from '../../ports/logger.ts';

const Stored = Compile(
  Type.Object({
    clock: Type.Union([Type.Object({ offset_ms: Type.Integer(), at: Type.String() }), Type.Null()]),
    requests: Type.Union([
      Type.Object({ count: Type.Integer({ minimum: 0, maximum: 1_000 }), until: Type.String() }),
      Type.Null(),
    ]),
  }),
);

/** `last-run.json`, written often and so without a flush: after a power cut it may be old or unreadable, and counts for nothing then. */
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
      const stored = {
        clock: clock && { ...clock, at: formatInstant(clock.at) },
        requests: requests && { ...requests, until: formatInstant(requests.until) },
      };
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
  const at = value.clock === null ? null : parseInstant(value.clock.at);
  const until = value.requests === null ? null : parseInstant(value.requests.until);
  return {
    clock: value.clock === null || at === null ? null : { offset_ms: value.clock.offset_ms, at },
    requests:
      value.requests === null || until === null ? null : { count: value.requests.count, until },
  };
}
