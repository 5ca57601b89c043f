import { useEffect } from 'react';
import type { ReactElement } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { TicketWithEvent } from '../../../../shared/resources/tickets.ts';
import { QrCode } from '../../../components/qr-code.tsx';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import { useConsole, useWords } from '../../data/console-context.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Modal } from '../../components/modal.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { Refusal } from '../../components/trouble.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useOperation } from '../../data/use-operation.ts';
import { PrintTickets } from './print-tickets.tsx';
import styles from './ticket-dialog.module.css';

export type TicketAction =
  'code' | 'print' | 'reassign' | 'transfer' | 'resell' | 'seat' | 'door' | 'reissue' | 'cancel';

interface Props {
  readonly ticket: TicketWithEvent;
  readonly asked: TicketAction;
  readonly onClose: () => void;
  /** Leads to the ticket that another person has now. */
  readonly onReplaced: (reference: string) => void;
}

/** What an action asks before it is done. */
export function TicketDialog({ ticket, asked, onClose, onReplaced }: Props): ReactElement {
  const { notify } = useConsole();
  const { tickets: words, shell } = useWords();
  const events = useEvents();
  const currency = events.find(ticket.event)?.currency;
  const fixed = { ticket: ticket.reference };
  const title = words.actions[asked];
  const common = { title, submit: title, fixed, onClose };
  switch (asked) {
    case 'code':
      return <Code ticket={ticket} onClose={onClose} />;
    case 'print':
      return <PrintTickets tickets={[ticket]} onDone={onClose} />;
    case 'reassign':
      return (
        <OperationDialog
          {...common}
          name="ticket.reassign"
          about={words.about.reassign}
          onDone={() => notify(words.reassigned)}
        />
      );
    case 'transfer':
      return (
        <OperationDialog
          {...common}
          name="ticket.transfer"
          about={words.about.transfer}
          onDone={({ reference }) => {
            notify(words.transferred);
            onReplaced(reference);
          }}
        />
      );
    case 'resell':
      return (
        <OperationDialog
          {...common}
          name="ticket.resell"
          about={words.about.resell}
          {...(currency !== undefined && { place: { currency } })}
          onDone={({ reference }) => {
            notify(words.transferred);
            onReplaced(reference);
          }}
        />
      );
    case 'seat':
      return (
        <OperationDialog
          {...common}
          name="ticket.update"
          initial={{ seat_label: ticket.seat_label }}
          without={['status', 'door_note', 'flags']}
          onDone={() => notify(words.saved)}
        />
      );
    case 'door':
      return (
        <OperationDialog
          {...common}
          name="ticket.update"
          submit={shell.save}
          about={words.about.door}
          initial={{ door_note: ticket.door_note, flags: ticket.flags }}
          without={['status', 'seat_label']}
          onDone={() => notify(words.saved)}
        />
      );
    case 'reissue':
      return (
        <ConfirmOperation
          name="ticket.reissue"
          input={fixed}
          title={title}
          what={words.reissueWhat}
          onClose={onClose}
          onDone={() => notify(words.reissued)}
        />
      );
    case 'cancel':
      return (
        <ConfirmOperation
          name="ticket.cancel"
          input={fixed}
          title={title}
          what={words.cancelWhat}
          onClose={onClose}
          onDone={() => notify(words.cancelled)}
        />
      );
    default:
      return assertNever(asked);
  }
}

function Code({
  ticket: { reference },
  onClose,
}: {
  readonly ticket: TicketWithEvent;
  readonly onClose: () => void;
}): ReactElement {
  const { tickets: words } = useWords();
  const { data, error, mutate } = useOperation('ticket.code');
  // An operation: who saw a code is in the audit log.
  useEffect(() => mutate({ ticket: reference }), [mutate, reference]);
  return (
    <Modal title={words.actions.code} onClose={onClose}>
      {error !== null && <Refusal error={error} />}
      {data === undefined ? (
        error === null && <Loading lines={3} />
      ) : (
        <div className={styles['code']}>
          <QrCode text={data.code} label={words.actions.code} />
          <CopyButton text={data.code} label={words.copyCode} />
        </div>
      )}
    </Modal>
  );
}
