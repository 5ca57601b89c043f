import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { parseJson } from '../../shared/parse-json.ts';
import { ScanRequest } from '../../shared/station/commands.ts';
import type { PageStorage } from './page-storage.ts';
import type { KeptRequests } from './station-link.ts';

const KEY = 'gatehouse.unanswered';

const Scans = Type.Array(ScanRequest);

/** Keeps unanswered scans over a reload of the page. Other commands are not worth a retry, and one holds a secret. */
export function keptRequests(storage: PageStorage): KeptRequests {
  return {
    read: () => {
      const value = parseJson(storage.getItem(KEY) ?? '');
      return Check(Scans, value) ? value : [];
    },
    write: (requests) => {
      try {
        storage.setItem(KEY, JSON.stringify(requests));
      } catch {
        // The page itself still holds them; only a reload would lose them.
      }
    },
  };
}
