import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactElement } from 'react';
import { createPortal } from 'react-dom';
import type { TicketWithEvent } from '../../../../shared/resources/tickets.ts';
import { useConsole, useFormats, useWords } from '../../data/console-context.tsx';
import { useErrorTexts } from '../../data/use-error-text.ts';
import { useEvents } from '../../data/use-events.ts';
import { nameOf } from '../../state/person-name.ts';
import { CallError } from '../../transport/call-error.ts';
import styles from './print-tickets.module.css';

interface Printed {
  readonly ticket: TicketWithEvent;
  readonly qr: { readonly size: number; readonly path: string };
}

/** Prints tickets, one a page: fetches their codes, opens the browser's dialog, and is gone. */
export function PrintTickets({
  tickets,
  onDone,
}: {
  readonly tickets: readonly TicketWithEvent[];
  readonly onDone: () => void;
}): ReactElement | null {
  const { run, notify } = useConsole();
  const { tickets: words } = useWords();
  const textOf = useErrorTexts();
  const [pages, setPages] = useState<readonly Printed[] | null>(null);
  // What was chosen is printed once, whatever changes meanwhile.
  const load = useEffectEvent(async () => {
    const loaded: Printed[] = [];
    for (const ticket of tickets) {
      const { qr } = await run('ticket.code', { ticket: ticket.reference });
      loaded.push({ ticket, qr });
    }
    return loaded;
  });
  const fail = useEffectEvent((error: unknown) => {
    const { what, next } = textOf(error);
    notify(error instanceof CallError ? `${what}. ${next}` : words.notPrinted);
    onDone();
  });
  const end = useEffectEvent(onDone);

  useEffect(() => {
    let isCurrent = true;
    load().then(
      (loaded) => (isCurrent ? setPages(loaded) : undefined),
      (error: unknown) => (isCurrent ? fail(error) : undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, []);

  useEffect(() => {
    const listener = () => end();
    if (pages !== null) {
      addEventListener('afterprint', listener);
      print();
    }
    return () => removeEventListener('afterprint', listener);
  }, [pages]);

  if (pages === null) return null;
  return createPortal(
    <div className={styles['sheets']} data-printed="">
      {pages.map((page) => (
        <Sheet key={page.ticket.reference} {...page} />
      ))}
    </div>,
    document.body,
  );
}

function Sheet({ ticket, qr }: Printed): ReactElement {
  const events = useEvents();
  const event = events.find(ticket.event);
  const formats = useFormats(event?.timezone);
  const starts = ticket.session?.starts_at ?? event?.starts_at ?? null;
  return (
    <section className={styles['sheet']}>
      <h1>{event?.name}</h1>
      {starts !== null && <p>{formats.dayTime(starts)}</p>}
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} shapeRendering="crispEdges" aria-hidden="true">
        <path d={qr.path} />
      </svg>
      <p className={styles['holder']}>{nameOf(ticket.contact)}</p>
      <p>
        {[ticket.ticket_type?.name, ticket.session?.name, ticket.seat_label]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <code>{ticket.reference}</code>
    </section>
  );
}
