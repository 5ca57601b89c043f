import type { WebhookDelivery } from '../../../shared/resources/webhook-deliveries.ts';
import { renderTable } from './render-table.ts';
import { toSecond } from './to-second.ts';

const MAX_CELL = 60;

/** One line per attempt; a delivery without attempts has its own line. */
export function renderDeliveries(deliveries: readonly WebhookDelivery[]): string {
  if (deliveries.length === 0) return 'No deliveries.';
  const rows = deliveries.flatMap((delivery) => {
    const own = [
      delivery.reference,
      delivery.event,
      delivery.status,
      toSecond(delivery.next_attempt_at),
    ];
    if (delivery.attempts.length === 0) return [[...own, '', '', '', '', '']];
    return delivery.attempts.map((attempt, index) => [
      ...(index === 0 ? own : ['', '', '', '']),
      `${attempt.number}. ${toSecond(attempt.at)}`,
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

/** Responses of endpoints are untrusted: only printable characters reach the terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
}
