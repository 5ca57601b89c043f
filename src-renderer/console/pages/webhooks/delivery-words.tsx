import type { ReactElement } from 'react';
import { readDisabledReason } from '../../../../shared/resources/disabled-reason.ts';
import type { FieldOption } from '../../components/operation-field.tsx';
import { useFormats } from '../../data/console-context.tsx';
import { useWebhookWords } from './webhook-words.ts';
import styles from './delivery.module.css';

interface EventNames {
  readonly nameOf: (event: string) => string;
  /** Each with the name that the documentation uses. */
  readonly options: readonly FieldOption[];
}

/** What people call the events that are delivered. */
export function useEventNames(): EventNames {
  const events: Readonly<Record<string, string>> = useWebhookWords().deliveries.events;
  return {
    nameOf: (event) => events[event] ?? event,
    options: Object.entries(events).map(([id, name]) => ({ id, name: `${name} (${id})` })),
  };
}

/** Why an attempt failed, by its code, and below it the server's sentence for whoever runs the endpoint. */
export function Failure({ error }: { readonly error: string }): ReactElement {
  const failures: Readonly<Record<string, string>> = useWebhookWords().deliveries.failures;
  const end = error.indexOf(': ');
  const known = failures[error.slice(0, end)];
  if (known === undefined) return <>{error}</>;
  return (
    <>
      {known}
      <span className={styles['details']} lang="en" dir="ltr">
        {error.slice(end + 2)}
      </span>
    </>
  );
}

/** The first of the two, for a cell. */
export function useFailureName(): (error: string) => string {
  const failures: Readonly<Record<string, string>> = useWebhookWords().deliveries.failures;
  return (error) => failures[error.slice(0, error.indexOf(': '))] ?? error;
}

/** Why a subscription is switched off, of the sentence that the server has for it. */
export function useDisabledReason(sentence: string): string {
  const { webhooks: words } = useWebhookWords();
  const formats = useFormats();
  const failureName = useFailureName();
  const reason = readDisabledReason(sentence);
  if (reason === null) return sentence;
  if (reason.kind !== 'failures') return words.reasons[reason.kind];
  const { attempts, last } = reason;
  const how = typeof last === 'string' ? failureName(last) : words.answered(String(last));
  return words.reasons.failures(formats.number(attempts), how);
}
