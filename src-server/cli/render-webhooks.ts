import type { WebhookDelivery, WebhookSubscription } from '../../shared/contract/resources.ts';
import { renderTable } from './render-table.ts';

const MAX_CELL = 60;

export function renderSubscriptions({
  data,
}: {
  readonly data: readonly WebhookSubscription[];
}): string {
  if (data.length === 0) return 'No webhook subscriptions.';
  const rows = data.map((subscription) => [
    subscription.reference,
    subscription.is_active ? 'active' : 'inactive',
    subscription.event ?? 'every event',
    subscription.events.join(' '),
    subscription.url,
    subscription.disabled_reason ?? '',
  ]);
  return renderTable(['subscription', 'state', 'event', 'names', 'url', 'why inactive'], rows);
}

/** One line per attempt; a delivery without attempts has its own line. */
export function renderDeliveries({ data }: { readonly data: readonly WebhookDelivery[] }): string {
  if (data.length === 0) return 'No deliveries.';
  const rows = data.flatMap((delivery) => {
    const own = [
      delivery.reference,
      delivery.event,
      delivery.status,
      seconds(delivery.next_attempt_at),
    ];
    if (delivery.attempts.length === 0) return [[...own, '', '', '', '', '']];
    return delivery.attempts.map((attempt, index) => [
      ...(index === 0 ? own : ['', '', '', '']),
      `${attempt.number}. ${seconds(attempt.at)}`,
      String(attempt.response_code ?? 'none'),
      `${attempt.duration_ms} ms`,
      Array.from(oneLine(attempt.response_body ?? ''))
        .slice(0, MAX_CELL)
        .join(''),
      oneLine(attempt.error ?? ''),
    ]);
  });
  const heading = [
    'delivery',
    'event',
    'status',
    'next attempt',
    'attempt',
    'answer',
    'took',
    'response',
    'remark',
  ];
  return renderTable(heading, rows);
}

function seconds(time: string | null): string {
  return time === null ? '' : time.replace(/\.\d+Z$/, 'Z');
}

/** Responses of endpoints are untrusted: only printable characters reach the terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
}
