import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ClientWithSecret } from '../../../../shared/console/operation-results.ts';
import { useConsole, useFormats, useWords } from '../../data/console-context.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { Page } from '../../components/page.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { Status } from '../../components/status.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useCreating } from '../../data/use-creating.ts';
import { useMay, useNeedsPlan } from '../../data/use-operations.ts';
import { useScopeOptions } from './scope-options.ts';

/** Programs that may call the API for the organiser. */
export function IntegrationsPage(): ReactElement {
  const { base } = useConsole();
  const { integrations: words } = useWords();
  const navigate = useNavigate();
  const scopes = useScopeOptions();
  const [isCreating, setIsCreating] = useCreating();
  const [made, setMade] = useState<ClientWithSecret | null>(null);
  const mayCreate = useMay('client.create');
  const needsPlan = useNeedsPlan('client.create');
  const create = mayCreate && (
    <CreateButton name={words.create} onPress={() => setIsCreating(true)} />
  );
  return (
    <Page
      title={words.title}
      beside={
        <a href={new URL('../docs', base).href} target="_blank" rel="noreferrer">
          {words.docs}
        </a>
      }
      actions={needsPlan ? <Status tone="waiting" text={words.needsPlan} /> : create}
    >
      <ClientTable />
      {mayCreate && isCreating && (
        <OperationDialog
          name="client.create"
          title={words.create}
          submit={words.create}
          options={{ scopes }}
          suggested={{ events: 'all' }}
          onClose={() => setIsCreating(false)}
          onDone={setMade}
        />
      )}
      {made !== null && (
        <ShownOnce
          title={words.secretOf(made.name)}
          what={words.secretWhat}
          values={[
            { label: words.clientId, value: made.client_id },
            { label: words.secret, value: made.client_secret },
          ]}
          onClose={() => {
            setMade(null);
            void navigate({ to: `/integrations/${made.client_id}` });
          }}
        />
      )}
    </Page>
  );
}

function ClientTable(): ReactElement {
  const { integrations: words } = useWords();
  const formats = useFormats();
  const events = useEvents();
  return (
    <DataTable
      label={words.title}
      view="client.list"
      rowKey={({ client_id }) => client_id}
      rowName={({ name }) => name}
      rowAddress={({ client_id }) => `/integrations/${client_id}`}
      columns={[
        {
          id: 'name',
          name: words.name,
          render: ({ name }) => name,
          sort: { up: 'name', down: '-name' },
        },
        {
          id: 'status',
          name: words.status,
          render: ({ revoked_at }) =>
            revoked_at === null ? (
              <Status tone="ok" text={words.active} />
            ) : (
              <Status tone="no" text={words.revoked} />
            ),
        },
        {
          id: 'events',
          name: words.events,
          render: (client) =>
            client.events === null
              ? words.allEvents
              : formats.list(client.events.map((reference) => events.nameOf(reference))),
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
