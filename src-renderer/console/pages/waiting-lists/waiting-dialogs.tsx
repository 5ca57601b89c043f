import { useState } from 'react';
import type { ReactElement } from 'react';
import type { WaitlistEntryDescribed } from '../../../../shared/console/operation-results.ts';
import { Button } from '../../../components/button.tsx';
import { Confirm, ConfirmOperation } from '../../components/confirm-operation.tsx';
import { useConsole, useFormats } from '../../data/console-context.tsx';
import { useBulk } from '../../data/use-bulk.ts';
import { useWaitingWords } from './waiting-words.ts';

export interface AskedOfEntry {
  readonly kind: 'offer' | 'convert' | 'remove';
  readonly entry: WaitlistEntryDescribed;
}

/** Says what will happen before it does. */
export function WaitingDialog({
  asked: { kind, entry },
  onClose,
}: {
  readonly asked: AskedOfEntry;
  readonly onClose: () => void;
}): ReactElement {
  const { notify } = useConsole();
  const words = useWaitingWords();
  const formats = useFormats();
  const { reference, email, sellable_name } = entry;
  const quantity = formats.number(entry.quantity);
  const what = {
    offer: words.offerWhat(email, quantity, sellable_name),
    convert: words.convertWhat(email, quantity, sellable_name),
    remove: words.removeWhat(email),
  }[kind];
  const done = {
    offer: words.offered(email),
    convert: words.converted,
    remove: words.removed(email),
  }[kind];
  return (
    <ConfirmOperation
      name={`waitlist.${kind}`}
      input={{ entry: reference }}
      title={words[kind]}
      what={what}
      isHarmless={kind !== 'remove'}
      onClose={onClose}
      onDone={() => notify(done)}
    />
  );
}

/** What can be done with many who wait. */
export function WaitingBulk({
  entries,
  onDone,
}: {
  readonly entries: readonly WaitlistEntryDescribed[];
  readonly onDone: () => void;
}): ReactElement {
  const words = useWaitingWords();
  const formats = useFormats();
  const bulk = useBulk();
  const [asked, setAsked] = useState<'offer' | 'remove' | null>(null);
  const waiting = entries.filter(({ status }) => status === 'waiting');
  const removable = entries.filter(({ status }) => status === 'waiting' || status === 'offered');
  const chosen = asked === 'offer' ? waiting : removable;
  const count = formats.number(chosen.length);
  const act = async (kind: 'offer' | 'remove') => {
    const inputs = chosen.map(({ reference }) => ({ entry: reference }));
    const done = kind === 'offer' ? words.offeredMany : words.removedMany;
    await bulk.each(`waitlist.${kind}`, inputs, done);
    onDone();
  };
  return (
    <>
      {waiting.length > 0 && <Button onPress={() => setAsked('offer')}>{words.offer}</Button>}
      {removable.length > 0 && <Button onPress={() => setAsked('remove')}>{words.remove}</Button>}
      {asked !== null && (
        <Confirm
          title={words[asked]}
          what={asked === 'offer' ? words.offerManyWhat(count) : words.removeManyWhat(count)}
          isHarmless={asked === 'offer'}
          isBusy={bulk.isBusy}
          onClose={() => setAsked(null)}
          onConfirm={() => void act(asked)}
        />
      )}
    </>
  );
}
