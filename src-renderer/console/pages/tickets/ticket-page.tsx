import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { TicketWithEvent } from '../../../../shared/resources/tickets.ts';
import type { Fact } from '../../../components/facts.tsx';
import type { Action } from '../../components/menu-popover.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FactCard, RecordPage } from '../../components/record-page.tsx';
import { Section } from '../../../components/section.tsx';
import { Unread } from '../../components/unread.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useMay } from '../../data/use-operations.ts';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { nameOf } from '../../state/person-name.ts';
import { ScanResult } from '../scans/scan-result.tsx';
import { useDisputeFacts } from '../disputes/dispute-parts.tsx';
import { TicketDialog, type TicketAction } from './ticket-dialog.tsx';
import { TicketStatus } from './ticket-status.tsx';

/** One ticket: whose it is, what it admits to, and its scans. */
export function TicketPage(): ReactElement {
  const reference = useParam('ticket');
  const { data: ticket, error, refetch } = useView('ticket.show', { ticket: reference });
  if (ticket === undefined) return <Unread error={error} onRetry={() => void refetch()} />;
  return <TicketRecord key={reference} ticket={ticket} />;
}

function TicketRecord({ ticket }: { readonly ticket: TicketWithEvent }): ReactElement {
  const { tickets: words } = useWords();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<TicketAction | null>(null);
  const maySeeScans = useMay('scan.list');
  const { reference, contact, status } = ticket;
  const actions = useActions(ticket, setAsked);
  return (
    <RecordPage
      title={nameOf(contact) || words.nobody}
      reference={reference}
      list={{ name: words.title, address: '/tickets' }}
      status={<TicketStatus status={status} />}
      main={actions.slice(0, 1)}
      actions={actions.slice(1)}
    >
      <Overview ticket={ticket} />
      {(ticket.answers ?? []).length > 0 && <Answers ticket={ticket} />}
      {maySeeScans && (
        <Section title={words.scans}>
          <Scans ticket={ticket} />
        </Section>
      )}
      {asked !== null && (
        <TicketDialog
          ticket={ticket}
          asked={asked}
          onClose={() => setAsked(null)}
          onReplaced={(next) => void navigate({ to: `/tickets/${next}` })}
        />
      )}
    </RecordPage>
  );
}

/** What may be done with it now, the likeliest first. */
function useActions(
  { status, deleted_at }: TicketWithEvent,
  ask: (asked: TicketAction) => void,
): readonly Action[] {
  const { tickets: words } = useWords();
  const may: Readonly<Record<TicketAction, boolean>> = {
    code: useMay('ticket.code'),
    print: useMay('ticket.code'),
    reassign: useMay('ticket.reassign'),
    transfer: useMay('ticket.transfer'),
    resell: useMay('ticket.resell'),
    seat: useMay('ticket.update'),
    door: useMay('ticket.update'),
    reissue: useMay('ticket.reissue'),
    cancel: useMay('ticket.cancel'),
  };
  const isLive = deleted_at === null && (status === 'valid' || status === 'checked_in');
  if (!isLive) return [];
  return ticketActions
    .filter((id) => may[id])
    .map((id) => ({
      id,
      name: words.actions[id],
      isDangerous: id === 'cancel' || id === 'reissue',
      onAction: () => ask(id),
    }));
}

const ticketActions = [
  'code',
  'print',
  'reassign',
  'transfer',
  'resell',
  'seat',
  'door',
  'reissue',
  'cancel',
] as const satisfies readonly TicketAction[];

function Overview({ ticket }: { readonly ticket: TicketWithEvent }): ReactElement {
  const { tickets: words } = useWords();
  const events = useEvents();
  const formats = useFormats(events.find(ticket.event)?.timezone);
  const { reference, event, order, contact, session, seat_label, ticket_type } = ticket;
  const { valid_from, valid_until } = ticket;
  const disputes = useDisputeFacts(order);
  // A word of the organiser's own may have the name of something that every object has.
  const knownWords = new Map(Object.entries(words.knownFlags));
  return (
    <FactCard
      facts={[
        {
          label: words.event,
          value: <Link to={`/events/${event}`}>{events.nameOf(event)}</Link>,
        },
        ...optional(words.type, ticket_type?.name),
        ...(session === null
          ? []
          : [
              {
                label: words.session,
                value: `${session.name} · ${formats.dayTime(session.starts_at)}`,
              },
            ]),
        ...optional(words.seat, seat_label),
        ...optional(words.doorNote, ticket.door_note),
        ...optional(
          words.flags,
          ticket.flags && formats.list(ticket.flags.map((flag) => knownWords.get(flag) ?? flag)),
        ),
        ...(contact === null
          ? []
          : [
              {
                label: words.holder,
                value: (
                  <Link to={`/contacts/${contact.reference}`}>
                    {nameOf(contact) || contact.reference}
                  </Link>
                ),
              },
            ]),
        ...optional(words.email, contact?.email),
        ...(order === null
          ? []
          : [{ label: words.order, value: <Link to={`/orders/${order}`}>{order}</Link> }]),
        ...disputes,
        ...optional(words.orderExternalId, ticket.order_external_id),
        ...optional(words.externalId, ticket.external_id),
        ...optional(words.soldCode, ticket.code === reference ? null : ticket.code),
        ...optional(words.endedCode, ticket.ended_code),
        ...optional(words.validFrom, valid_from === null ? null : formats.dayTime(valid_from)),
        ...optional(words.validUntil, valid_until === null ? null : formats.dayTime(valid_until)),
        { label: words.created, value: formats.dayTime(ticket.created_at) },
      ]}
    />
  );
}

function optional(label: string, value: string | null | undefined): readonly Fact[] {
  return value === null || value === undefined || value === '' ? [] : [{ label, value }];
}

function Answers({ ticket: { answers = [] } }: { readonly ticket: TicketWithEvent }): ReactElement {
  const { tickets: words } = useWords();
  const formats = useFormats();
  return (
    <Section title={words.answers}>
      <FactCard
        facts={answers.map(({ key, label, value, value_labels }) => ({
          label: label ?? key,
          value: value_labels === null ? String(value ?? '') : formats.list(value_labels),
        }))}
      />
    </Section>
  );
}

function Scans({ ticket: { reference, event } }: { readonly ticket: TicketWithEvent }) {
  const { tickets: words } = useWords();
  const events = useEvents();
  const formats = useFormats(events.find(event)?.timezone);
  return (
    <DataTable
      label={words.scans}
      view="scan.list"
      isPart
      input={{ ticket: reference }}
      rowKey={(scan) => scan.reference}
      rowAddress={(scan) => `/scans/${scan.reference}`}
      columns={[
        {
          id: 'at',
          name: words.scannedAt,
          isTime: true,
          render: (scan) => formats.dayTime(scan.scanned_at),
        },
        {
          id: 'result',
          name: words.result,
          render: (scan) => <ScanResult scan={scan} />,
        },
        {
          id: 'where',
          name: words.where,
          render: ({ scanner_location }) => scanner_location?.name,
        },
      ]}
      empty={{ title: words.neverScanned }}
    />
  );
}
