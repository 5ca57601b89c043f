import { parseTicketCode } from '../../shared/ticket-code/parse-ticket-code.ts';
import type { StationCommand } from '../../shared/station/api.ts';
import type { KeptRequests } from './station-link.ts';
import { literal, list, nullable, oneOf, shape, text } from './guard.ts';
import type { PageStorage } from './page-storage.ts';

const KEY = 'gatehouse.unanswered';

const scans = list(
  shape({
    id: text,
    command: shape({
      kind: literal('scan'),
      code: text,
      symbology: nullable(text),
      source: oneOf('keyboard', 'hid', 'serial', 'camera', 'typed'),
    }),
  }),
);

/** Keeps unanswered scans over a reload of the page. Only scans: another command is a wish of the moment, and one holds a secret. */
export function keptRequests(storage: PageStorage): KeptRequests {
  return {
    read: () => {
      const value = parse(storage.getItem(KEY));
      return scans(value) ? value : [];
    },
    write: (requests) => {
      const kept = requests.filter(({ command }) => mayBeStored(command));
      try {
        storage.setItem(KEY, JSON.stringify(kept));
      } catch {
        // The page itself still holds them; only a reload would lose them.
      }
    },
  };
}

/** An enrolment code carries credentials. */
function mayBeStored(command: StationCommand): boolean {
  return command.kind === 'scan' && parseTicketCode(command.code).kind !== 'enrolment';
}

function parse(stored: string | null): unknown {
  try {
    const value: unknown = JSON.parse(stored ?? '[]');
    return value;
  } catch {
    return [];
  }
}
