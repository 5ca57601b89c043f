import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { parseJson } from '../../../shared/contract/parse-json.ts';
import { ScanRequest } from '../../../shared/station/commands.ts';
import type { PageStorage } from '../../browser/page-storage.ts';
import type { PendingRequests } from './station-client.ts';

const KEY = 'gatehouse.unanswered';

const Scans = Type.Array(ScanRequest);

/** Keeps unanswered scans over a reload of the page. Other commands are not worth retrying, and one contains a secret. */
export function pendingRequests(storage: PageStorage): PendingRequests {
  return {
    read: () => {
      const value = parseJson(storage.getItem(KEY) ?? '');
      return Check(Scans, value) ? value : [];
    },
    write: (requests) => {
      try {
        storage.setItem(KEY, JSON.stringify(requests));
      } catch {
        // The page still has them in memory; only a reload would lose them.
      }
    },
  };
}
