import { readNumberedPage, readOne } from '../../api/list-rows.ts';
import { scansOf } from '../../api/scans.ts';
import { requireFound } from '../../domain/domain-error.ts';
import { findEntryScan } from '../../store/entry-scans.ts';
import { findEvent, getEvent } from '../../store/events.ts';
import type { scanListFlags } from '../commands/scan.ts';
import type { FlagValues } from '../define-command.ts';
import { listing, showing, toSecond } from './reading.ts';

export const scanList = listing(
  async (tx, { event, limit }: FlagValues<typeof scanListFlags>) => {
    const row = requireFound(await findEvent(tx, event), 'event', event);
    return readNumberedPage(tx, scansOf(row), { page: 1, perPage: limit });
  },
  {
    heading: ['scan', 'at', 'result', 'reason', 'ticket', 'entry point'],
    row: ({ reference, scanned_at, result, reason, ticket, scanner_location }) => [
      reference,
      toSecond(scanned_at),
      result,
      reason,
      ticket,
      scanner_location?.name ?? null,
    ],
    none: 'No scans.',
  },
);

export const scanShow = showing(async (tx, reference) => {
  const { event_id } = requireFound(await findEntryScan(tx, reference), 'scan', reference);
  const scan = await readOne(tx, scansOf(await getEvent(tx, event_id)), reference);
  return requireFound(scan ?? undefined, 'scan', reference);
});
