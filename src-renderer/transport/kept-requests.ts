import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { parseJson } from '../../shared/parse-json.ts';
import { parseTicketCode } from '../../shared/ticket-code/parse-ticket-code.ts';
import { RequestId, ScanCommand, type StationCommand } from '../../shared/station/commands.ts';
import type { KeptRequests } from './station-link.ts';
import type { PageStorage } from './page-storage.ts';

const KEY = 'gatehouse.unanswered';

const Scans = Type.Array(Type.Object({ id: RequestId, command: ScanCommand }));

/** Keeps unanswered scans over a reload of the page. Only scans: another command is a wish of the moment, and one holds a secret. */
export function keptRequests(storage: PageStorage): KeptRequests {
  return {
    read: () => {
      const value = parseJson(storage.getItem(KEY) ?? '');
      return Check(Scans, value) ? value : [];
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
