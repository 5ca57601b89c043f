import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { WebhookWithSecret } from '../../../../shared/console/operation-results.ts';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { Page } from '../../components/page.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { Status } from '../../components/status.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useCreating } from '../../data/use-creating.ts';
import { useMay, useNeedsPlan } from '../../data/use-operations.ts';
import { useEventNames } from './delivery-words.tsx';
import { WebhookStatus } from './webhook-status.tsx';
import { WebhookWordsProvider, useWebhookWords } from './webhook-words.ts';

/** Where events are delivered to: subscriptions of the console and of clients. */
export function WebhooksPage(): ReactElement {
  return (
    <WebhookWordsProvider>
      <Webhooks />
    </WebhookWordsProvider>
  );
}

function Webhooks(): ReactElement {
  const { shell } = useWords();
  const { webhooks: words } = useWebhookWords();
  const navigate = useNavigate();
  const { options } = useEventNames();
  const [isCreating, setIsCreating] = useCreating();
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const mayCreate = useMay('webhook.create');
  const needsPlan = useNeedsPlan('webhook.create');
  const create = mayCreate && (
    <CreateButton name={shell.newWebhook} onPress={() => setIsCreating(true)} />
  );
  return (
    <Page
      title={words.title}
      actions={needsPlan ? <Status tone="waiting" text={words.needsPlan} /> : create}
    >
      <WebhookTable />
      {mayCreate && isCreating && (
        <OperationDialog
          name="webhook.create"
          title={shell.newWebhook}
          submit={shell.newWebhook}
          options={{ events: options }}
          onClose={() => setIsCreating(false)}
          onDone={setMade}
        />
      )}
      {made !== null && (
        <ShownOnce
          title={words.secretTitle}
          what={words.secretWhat}
          values={[{ label: words.secret, value: made.secret }]}
          onClose={() => {
            setMade(null);
            void navigate({ to: `/webhooks/${made.reference}` });
          }}
        />
      )}
    </Page>
  );
}

function WebhookTable(): ReactElement {
  const { webhooks: words } = useWebhookWords();
  const formats = useFormats();
  const events = useEvents();
  return (
    <DataTable
      label={words.title}
      view="webhook.list"
      rowKey={({ reference }) => reference}
      rowName={({ url }) => url}
      rowAddress={({ reference }) => `/webhooks/${reference}`}
      columns={[
        { id: 'url', name: words.url, render: ({ url }) => url },
        { id: 'status', name: words.status, render: (row) => <WebhookStatus webhook={row} /> },
        {
          id: 'client',
          name: words.client,
          render: ({ client }) => client?.name ?? words.ofOrganiser,
        },
        {
          id: 'names',
          name: words.names,
          isNumeric: true,
          render: (row) => formats.number(row.events.length),
        },
        {
          id: 'event',
          name: words.event,
          render: ({ event }) => (event === null ? words.everyEvent : events.nameOf(event)),
        },
        {
          id: 'created',
          name: words.created,
          isTime: true,
          render: ({ created_at }) => formats.day(created_at),
          sort: { up: 'oldest', down: 'newest' },
        },
      ]}
      empty={{ title: words.empty, next: words.emptyNext }}
    />
  );
}
