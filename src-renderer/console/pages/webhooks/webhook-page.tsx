import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { WebhookDescribed } from '../../../../shared/console/operation-results.ts';
import type { Action } from '../../components/menu-popover.tsx';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import { useConsole, useFormats, useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { FactCard, RecordPage } from '../../components/record-page.tsx';
import { Section } from '../../../components/section.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { Unread } from '../../components/unread.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useMay } from '../../data/use-operations.ts';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { useDisabledReason, useEventNames, useFailureName } from './delivery-words.tsx';
import { DeliveryStatus, WebhookStatus } from './webhook-status.tsx';
import { WebhookWordsProvider, useWebhookWords } from './webhook-words.ts';

type Asked = 'test' | 'edit' | 'enable' | 'rotate' | 'remove';

/** One subscription with its delivery log. */
export function WebhookPage(): ReactElement {
  const reference = useParam('webhook');
  const { data: webhook, error, refetch } = useView('webhook.show', { webhook: reference });
  if (webhook === undefined) return <Unread error={error} onRetry={() => void refetch()} />;
  return (
    <WebhookWordsProvider>
      <WebhookRecord key={reference} webhook={webhook} />
    </WebhookWordsProvider>
  );
}

interface PartProps {
  readonly webhook: WebhookDescribed;
}

function WebhookRecord({ webhook }: PartProps): ReactElement {
  const { webhooks: words } = useWebhookWords();
  const formats = useFormats();
  const events = useEvents();
  const names = useEventNames();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const actions = useActions(webhook, setAsked);
  const { reference, url, event, client, disabled_reason, created_at } = webhook;
  const whyOff = useDisabledReason(disabled_reason ?? '');
  return (
    <RecordPage
      title={url}
      reference={reference}
      list={{ name: words.title, address: '/webhooks' }}
      status={<WebhookStatus webhook={webhook} />}
      main={actions.slice(0, 1)}
      actions={actions.slice(1)}
    >
      <FactCard
        facts={[
          ...(disabled_reason === null ? [] : [{ label: words.why, value: whyOff }]),
          {
            label: words.client,
            value:
              client === null ? (
                words.ofOrganiser
              ) : (
                <Link to={`/integrations/${client.client_id}`}>{client.name}</Link>
              ),
          },
          { label: words.names, value: formats.list(webhook.events.map(names.nameOf)) },
          {
            label: words.event,
            value: event === null ? words.everyEvent : events.nameOf(event),
          },
          { label: words.created, value: formats.dayTime(created_at) },
        ]}
      />
      <Section title={words.deliveries}>
        <Deliveries webhook={webhook} />
      </Section>
      {asked !== null && (
        <Question
          webhook={webhook}
          asked={asked}
          onClose={() => setAsked(null)}
          onSecret={setSecret}
        />
      )}
      {secret !== null && (
        <ShownOnce
          title={words.secretTitle}
          what={words.secretWhat}
          values={[{ label: words.secret, value: secret }]}
          onClose={() => setSecret(null)}
        />
      )}
    </RecordPage>
  );
}

/** What may be done with it now, the likeliest first. */
function useActions(
  { is_active }: WebhookDescribed,
  ask: (asked: Asked) => void,
): readonly Action[] {
  const { webhooks: words } = useWebhookWords();
  const may: Readonly<Record<Asked, boolean>> = {
    enable: useMay('webhook.enable') && !is_active,
    test: useMay('webhook.test'),
    edit: useMay('webhook.update'),
    rotate: useMay('webhook.rotate-secret'),
    remove: useMay('webhook.remove'),
  };
  return (['enable', 'test', 'edit', 'rotate', 'remove'] as const)
    .filter((id) => may[id])
    .map((id) => ({
      id,
      name: words.actions[id],
      isDangerous: id === 'remove',
      onAction: () => ask(id),
    }));
}

function Deliveries({ webhook: { reference } }: PartProps): ReactElement {
  const { webhooks: words } = useWebhookWords();
  const formats = useFormats();
  const names = useEventNames();
  const failureName = useFailureName();
  return (
    <DataTable
      label={words.deliveries}
      view="webhook.deliveries"
      input={{ webhook: reference }}
      rowKey={(row) => row.reference}
      rowAddress={(row) => `/webhooks/${reference}/${row.reference}`}
      filters={[
        {
          name: 'status',
          label: words.status,
          choices: (['pending', 'delivered', 'failed', 'cancelled'] as const).map((id) => ({
            id,
            name: words.statuses[id],
          })),
        },
      ]}
      columns={[
        { id: 'name', name: words.name, render: ({ event }) => names.nameOf(event) },
        {
          id: 'status',
          name: words.status,
          render: ({ status }) => <DeliveryStatus status={status} />,
        },
        {
          id: 'code',
          name: words.response,
          render: ({ attempts }) => {
            const last = attempts.at(-1);
            return last?.response_code ?? (last?.error ? failureName(last.error) : null);
          },
        },
        {
          id: 'attempts',
          name: words.attempts,
          isNumeric: true,
          render: ({ attempts }) => formats.number(attempts.length),
        },
        {
          id: 'at',
          name: words.created,
          isTime: true,
          render: ({ created_at }) => formats.dayTime(created_at),
          sort: { up: 'oldest', down: 'newest' },
        },
      ]}
      empty={{ title: words.noDeliveries, next: words.noDeliveriesNext }}
    />
  );
}

function Question({
  webhook,
  asked,
  onClose,
  onSecret,
}: PartProps & {
  readonly asked: Asked;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}): ReactElement {
  const { notify } = useConsole();
  const { shell } = useWords();
  const { webhooks: words } = useWebhookWords();
  const navigate = useNavigate();
  const { options } = useEventNames();
  const { reference } = webhook;
  const title = words.actions[asked];
  const fixed = { webhook: reference };
  const form = { title, submit: title, fixed, onClose };
  const confirm = { title, input: fixed, onClose };
  if (asked === 'test') {
    return (
      <OperationDialog
        {...form}
        name="webhook.test"
        options={{ event_name: options }}
        suggested={{ event_name: webhook.events[0] }}
        onDone={(delivery) => void navigate({ to: `/webhooks/${reference}/${delivery.reference}` })}
      />
    );
  }
  if (asked === 'edit') {
    return (
      <OperationDialog
        {...form}
        name="webhook.update"
        submit={shell.save}
        options={{ events: options }}
        initial={{ url: webhook.url, events: webhook.events }}
        onDone={() => notify(words.saved)}
      />
    );
  }
  if (asked === 'rotate') {
    return (
      <OperationDialog
        {...form}
        name="webhook.rotate-secret"
        onDone={(made) => onSecret(made.secret)}
      />
    );
  }
  if (asked === 'enable') {
    return (
      <ConfirmOperation
        {...confirm}
        name="webhook.enable"
        what={words.enableWhat}
        onDone={() => notify(words.enabled)}
      />
    );
  }
  return (
    <ConfirmOperation
      {...confirm}
      name="webhook.remove"
      what={words.removeWhat}
      onDone={() => {
        notify(words.removed);
        void navigate({ to: '/webhooks' });
      }}
    />
  );
}
