import type { ReactElement } from 'react';
import type { DeliveryShown } from '../../../../shared/console/operation-results.ts';
import { useConsole, useFormats } from '../../data/console-context.tsx';
import { FactCard, RecordPage } from '../../components/record-page.tsx';
import { Section } from '../../../components/section.tsx';
import { Refusal } from '../../components/trouble.tsx';
import { Unread } from '../../components/unread.tsx';
import { useMay } from '../../data/use-operations.ts';
import { useOperation } from '../../data/use-operation.ts';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { Failure, useEventNames } from './delivery-words.tsx';
import { DeliveryStatus } from './webhook-status.tsx';
import { WebhookWordsProvider, useWebhookWords } from './webhook-words.ts';
import styles from './delivery.module.css';

/** One delivery: every attempt, what was sent, and what came back. */
export function DeliveryPage(): ReactElement {
  const reference = useParam('delivery');
  const { data: delivery, error, refetch } = useView('webhook.delivery', { delivery: reference });
  if (delivery === undefined) return <Unread error={error} onRetry={() => void refetch()} />;
  return (
    <WebhookWordsProvider>
      <DeliveryRecord key={reference} delivery={delivery} />
    </WebhookWordsProvider>
  );
}

function DeliveryRecord({ delivery }: { readonly delivery: DeliveryShown }): ReactElement {
  const { notify } = useConsole();
  const { webhooks: words } = useWebhookWords();
  const { nameOf } = useEventNames();
  const webhook = useParam('webhook');
  const redeliver = useOperation('webhook.redeliver');
  const mayRedeliver = useMay('webhook.redeliver');
  const { reference, event, status, attempts, body, headers } = delivery;
  return (
    <RecordPage
      title={nameOf(event)}
      reference={reference}
      list={{ name: words.deliveries, address: `/webhooks/${webhook}` }}
      status={<DeliveryStatus status={status} />}
      main={
        mayRedeliver
          ? [
              {
                id: 'redeliver',
                name: words.redeliver,
                isDisabled: redeliver.isPending,
                onAction: () =>
                  redeliver.mutate(
                    { delivery: reference },
                    { onSuccess: () => notify(words.redelivering) },
                  ),
              },
            ]
          : []
      }
    >
      {redeliver.error !== null && <Refusal error={redeliver.error} />}
      {attempts.toReversed().map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
      <Section title={words.request}>
        <pre className={styles['text']}>
          {Object.entries(headers ?? {})
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        </pre>
        <pre className={styles['text']}>{pretty(body)}</pre>
      </Section>
    </RecordPage>
  );
}

function Attempt({
  attempt,
}: {
  readonly attempt: DeliveryShown['attempts'][number];
}): ReactElement {
  const { webhooks: words } = useWebhookWords();
  const formats = useFormats();
  const { number, at, status, response_code, response_body, error, duration_ms } = attempt;
  return (
    <Section title={words.attempt(formats.number(number))}>
      <FactCard
        facts={[
          { label: words.status, value: <DeliveryStatus status={status} /> },
          { label: words.at, value: formats.dayTime(at) },
          { label: words.took, value: words.milliseconds(formats.number(duration_ms)) },
          ...(response_code === null
            ? []
            : [{ label: words.response, value: String(response_code) }]),
          ...(error === null ? [] : [{ label: words.why, value: <Failure error={error} /> }]),
        ]}
      />
      {response_body !== null && response_body !== '' && (
        <pre className={styles['text']}>{response_body}</pre>
      )}
    </Section>
  );
}

/** JSON on lines of its own; anything else as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
