import { Check, Mail, Printer } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { createPortal } from 'react-dom';
import type { AddedGuest, SentTicket } from '../../../../shared/station/guests.ts';
import { Button } from '../../../components/button.tsx';
import layout from '../../../components/layout.module.css';
import { QrCode } from '../../../components/qr-code.tsx';
import {
  useDoor,
  useDoorState,
  useNames,
  usePlace,
  useWords,
} from '../../components/door-context.tsx';
import { formatDayTime } from '../../i18n/format.ts';
import styles from './guest.module.css';
import { useGuestWords, useMoney } from './use-guest-words.ts';

interface Props {
  readonly guest: AddedGuest;
  readonly addAnother: () => void;
}

/** The code of a guest who was added: shown, printed, emailed; and they may go in. */
export function GuestTicket({ guest, addAnother }: Props): ReactElement {
  const door = useDoor();
  const { order } = useWords();
  const words = useGuestWords();
  const place = usePlace();
  const money = useMoney();
  const { nameOf, emailOf } = useNames();
  const sends = useDoorState(({ station }) => station?.guests?.sends === true);
  const event = useDoorState(({ station }) => station?.event ?? null);
  const [isBusy, setBusy] = useState(false);
  const [sent, setSent] = useState<SentTicket | null>(null);
  const { email, holder, ticket_type, session, total, currency, payment_method } = guest;
  const name = holder ?? email;
  const date = session?.starts_at ?? event?.starts_at ?? null;

  const checkIn = async () => {
    if (isBusy) return;
    setBusy(true);
    const result = await door.ask({ kind: 'check_in', ticket: guest.code });
    setBusy(false);
    if (!result.ok) return;
    // Their order stands beside the list, also for what else they need.
    const search = { query: name ?? guest.ticket, ticket: guest.ticket, isOpen: true };
    door.store.setState({ sheet: null, search });
  };
  const send = async () => {
    setBusy(true);
    const result = await door.query({ kind: 'send_guest_ticket', order: guest.order });
    setBusy(false);
    setSent(result.ok && 'sent' in result ? result.sent : 'later');
  };
  return (
    <div className={styles['form']}>
      <div>
        <p className={styles['holder']}>
          <bdi>{holder === null ? emailOf(email ?? '') : nameOf(holder)}</bdi>
        </p>
        <p className={layout['quiet']}>
          {[ticket_type, session?.name, money(total, currency), words.methods[payment_method]]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <Button look="main" isDisabled={isBusy} onPress={() => void checkIn()} autoFocus>
        <Check size={20} aria-hidden="true" />
        {order.checkIn}
      </Button>
      <div className={styles['ways']}>
        <Button onPress={() => print()}>
          <Printer size={20} aria-hidden="true" />
          {words.print}
        </Button>
        {sends && email !== null && (
          <Button isDisabled={isBusy || sent === 'sent'} onPress={() => void send()}>
            <Mail size={20} aria-hidden="true" />
            {words.send}
          </Button>
        )}
      </div>
      <p role="status" className={sent === 'sent' ? layout['quiet'] : layout['trouble']}>
        {sent !== null && words.sent[sent]}
        {sent === 'sent' && email !== null && (
          <>
            {' '}
            <bdi>{emailOf(email)}</bdi>
          </>
        )}
      </p>
      <QrCode text={guest.code} label={words.code} />
      <Button look="quiet" onPress={addAnother}>
        {words.another}
      </Button>
      {createPortal(
        <section className={styles['paper']}>
          <h1>{event?.name}</h1>
          {date !== null && <p>{formatDayTime(date, place)}</p>}
          <QrCode text={guest.code} label={words.code} />
          <p className={styles['holder']}>{name}</p>
          <p>{[ticket_type, session?.name].filter(Boolean).join(' · ')}</p>
          <code>{guest.ticket}</code>
        </section>,
        document.body,
      )}
    </div>
  );
}
