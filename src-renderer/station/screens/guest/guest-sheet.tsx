import { useState } from 'react';
import type { ReactElement } from 'react';
import type { AddedGuest } from '../../../../shared/station/guests.ts';
import { Button } from '../../../components/button.tsx';
import { Message } from '../../../components/message.tsx';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useRead } from '../../components/use-read.ts';
import { newGuest } from '../../state/guest-draft.ts';
import { GuestForm } from './guest-form.tsx';
import { GuestTicket } from './guest-ticket.tsx';
import { useGuestWords } from './use-guest-words.ts';

/** A guest without a ticket: what they buy and how they paid, then their code. */
export function GuestSheet(): ReactElement {
  const door = useDoor();
  const { actions } = useWords();
  const words = useGuestWords();
  const event = useDoorState(({ station }) => station?.event?.reference ?? null);
  const connection = useDoorState(({ station }) => station?.sync.connection.kind);
  const isPresent = useDoorState(({ transport }) => transport === 'present');
  const [added, setAdded] = useState<AddedGuest | null>(null);
  const [first, setFirst] = useState(() => {
    const { unsureGuest, search } = door.store.getState();
    return unsureGuest?.event === event ? unsureGuest : newGuest(event, search.query);
  });
  const {
    value: options,
    hasFailed,
    readAgain,
  } = useRead(isPresent ? `${event} ${connection}` : null, async () => {
    const result = await door.query({ kind: 'read_guest_options' });
    return result.ok && 'guest_options' in result ? result.guest_options : null;
  });
  return (
    <Sheet title={added === null ? actions.addGuest : words.done} isTall>
      {added !== null ? (
        <GuestTicket
          guest={added}
          addAnother={() => {
            setFirst(newGuest(event, ''));
            setAdded(null);
            readAgain();
          }}
        />
      ) : options !== null ? (
        options.ticket_types.length === 0 ? (
          <Message next={words.nothing} />
        ) : (
          <GuestForm
            key={first.key}
            first={first}
            options={options}
            onAdded={setAdded}
            readAgain={readAgain}
          />
        )
      ) : (
        hasFailed && (
          <Message role="alert" next={words.unread}>
            <Button onPress={readAgain}>{actions.tryAgain}</Button>
          </Message>
        )
      )}
    </Sheet>
  );
}
