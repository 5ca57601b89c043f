import type { ReactElement } from 'react';
import type { WaitlistEntryDescribed } from '../../../../shared/console/operation-results.ts';
import type { Action } from '../../components/menu-popover.tsx';
import { Status } from '../../components/status.tsx';
import { useFormats } from '../../data/console-context.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useMay } from '../../data/use-operations.ts';
import type { AskedOfEntry } from './waiting-dialogs.tsx';
import { useWaitingWords } from './waiting-words.ts';

const tones = { waiting: 'waiting', offered: 'ok', converted: 'plain', expired: 'plain' } as const;

/** Of an offer, until when it holds. */
export function EntryStatus({ entry }: { readonly entry: WaitlistEntryDescribed }): ReactElement {
  const words = useWaitingWords();
  const zone = useEvents().find(entry.event)?.timezone;
  const formats = useFormats(zone);
  const { status, offer_expires_at } = entry;
  const name = words.statuses[status];
  const text =
    offer_expires_at === null ? name : `${name} ${words.until(formats.dayTime(offer_expires_at))}`;
  return <Status tone={tones[status]} text={text} />;
}

/** What this member may do with an entry as it is. */
export function useEntryActions(
  ask: (asked: AskedOfEntry) => void,
): (entry: WaitlistEntryDescribed) => readonly Action[] {
  const words = useWaitingWords();
  const mayOffer = useMay('waitlist.offer');
  const mayConvert = useMay('waitlist.convert');
  const mayRemove = useMay('waitlist.remove');
  return (entry) => {
    const { status } = entry;
    const action = (kind: AskedOfEntry['kind'], may: boolean) =>
      may
        ? [
            {
              id: kind,
              name: words[kind],
              isDangerous: kind === 'remove',
              onAction: () => ask({ kind, entry }),
            },
          ]
        : [];
    return [
      ...action('offer', mayOffer && status === 'waiting'),
      ...action('convert', mayConvert && status === 'offered'),
      ...action('remove', mayRemove && (status === 'waiting' || status === 'offered')),
    ];
  };
}
