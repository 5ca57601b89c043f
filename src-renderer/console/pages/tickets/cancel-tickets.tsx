import type { ReactElement } from 'react';
import type { TicketWithEvent } from '../../../../shared/resources/tickets.ts';
import { Button } from '../../../components/button.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { Modal } from '../../components/modal.tsx';
import { useBulk } from '../../data/use-bulk.ts';
import styles from '../../components/operation-form.module.css';

/** Asks before several tickets are cancelled, which cannot be taken back. */
export function CancelTickets({
  tickets,
  onClose,
}: {
  readonly tickets: readonly TicketWithEvent[];
  readonly onClose: () => void;
}): ReactElement {
  const { tickets: words, shell } = useWords();
  const formats = useFormats();
  const bulk = useBulk();
  const count = formats.number(tickets.length);
  return (
    <Modal title={words.cancelMany(count)} role="alertdialog" onClose={onClose}>
      <p>{words.cancelWhat}</p>
      <div className={styles['buttons']}>
        <Button look="quiet" autoFocus onPress={onClose}>
          {shell.goBack}
        </Button>
        <Button
          look="danger"
          isDisabled={bulk.isBusy}
          onPress={() => {
            const inputs = tickets.map(({ reference }) => ({ ticket: reference }));
            void bulk.each('ticket.cancel', inputs, words.cancelledMany).then(onClose);
          }}
        >
          {words.cancelMany(count)}
        </Button>
      </div>
    </Modal>
  );
}
