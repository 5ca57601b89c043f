import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ClientShown } from '../../../../shared/console/operation-results.ts';
import layout from '../../../components/layout.module.css';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import { useConsole, useFormats, useWords } from '../../data/console-context.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { FactCard, RecordPage } from '../../components/record-page.tsx';
import { Section } from '../../../components/section.tsx';
import { Status } from '../../components/status.tsx';
import { Unread } from '../../components/unread.tsx';
import { useEvents } from '../../data/use-events.ts';
import { useMay } from '../../data/use-operations.ts';
import { useParam } from '../../data/use-param.ts';
import { useView } from '../../data/use-view.ts';
import { useScopeOptions } from './scope-options.ts';

type Asked = 'scopes' | 'events' | 'revoke';

/** One client: what it may do, what it called lately, and its subscriptions. */
export function IntegrationPage(): ReactElement {
  const reference = useParam('client');
  const { data: client, error, refetch } = useView('client.show', { client: reference });
  if (client === undefined) return <Unread error={error} onRetry={() => void refetch()} />;
  return <ClientRecord key={reference} client={client} />;
}

function ClientRecord({ client }: { readonly client: ClientShown }): ReactElement {
  const { integrations: words } = useWords();
  const [asked, setAsked] = useState<Asked | null>(null);
  const mayScopes = useMay('client.scopes');
  const mayEvents = useMay('client.events');
  const mayRevoke = useMay('client.revoke');
  const { client_id, name, revoked_at } = client;
  const isLive = revoked_at === null;
  const actions = (['events', 'revoke'] as const)
    .filter((id) => isLive && (id === 'events' ? mayEvents : mayRevoke))
    .map((id) => ({
      id,
      name: words.actions[id],
      isDangerous: id === 'revoke',
      onAction: () => setAsked(id),
    }));
  return (
    <RecordPage
      title={name}
      reference={client_id}
      list={{ name: words.title, address: '/integrations' }}
      status={<Status tone={isLive ? 'ok' : 'no'} text={isLive ? words.active : words.revoked} />}
      main={
        isLive && mayScopes
          ? [{ id: 'scopes', name: words.actions.scopes, onAction: () => setAsked('scopes') }]
          : []
      }
      actions={actions}
    >
      <Overview client={client} />
      <Calls client={client} />
      <Webhooks client={client} />
      {asked !== null && <Question client={client} asked={asked} onClose={() => setAsked(null)} />}
    </RecordPage>
  );
}

interface PartProps {
  readonly client: ClientShown;
}

function Overview({ client }: PartProps): ReactElement {
  const { integrations: words } = useWords();
  const formats = useFormats();
  const events = useEvents();
  const { scopes, created_at, revoked_at } = client;
  return (
    <FactCard
      facts={[
        {
          label: words.may,
          value: scopes.map((scope) => <div key={scope}>{words.scopes[scope] ?? scope}</div>),
        },
        {
          label: words.events,
          value:
            client.events === null
              ? words.allEvents
              : formats.list(client.events.map((reference) => events.nameOf(reference))),
        },
        { label: words.created, value: formats.dayTime(created_at) },
        ...(revoked_at === null
          ? []
          : [{ label: words.revoked, value: formats.dayTime(revoked_at) }]),
      ]}
    />
  );
}

function Calls({ client: { calls } }: PartProps): ReactElement {
  const { integrations: words } = useWords();
  const formats = useFormats();
  return (
    <Section title={words.calls}>
      {calls.length === 0 ? (
        <p className={layout['quiet']}>{words.noCalls}</p>
      ) : (
        <FactCard
          facts={calls.map(({ operation, calls: count, last_at }) => ({
            label: operation,
            value: words.callsOf(formats.number(count), formats.dayTime(last_at)),
          }))}
        />
      )}
    </Section>
  );
}

function Webhooks({ client: { webhooks } }: PartProps): ReactElement | null {
  const { integrations: words } = useWords();
  if (webhooks.length === 0) return null;
  return (
    <Section title={words.webhooks}>
      <FactCard
        facts={webhooks.map(({ reference, url, is_active }) => ({
          label: is_active ? words.active : words.off,
          value: <Link to={`/webhooks/${reference}`}>{url}</Link>,
        }))}
      />
    </Section>
  );
}

function Question({
  client,
  asked,
  onClose,
}: PartProps & { readonly asked: Asked; readonly onClose: () => void }): ReactElement {
  const { notify } = useConsole();
  const { integrations: words } = useWords();
  const scopes = useScopeOptions();
  const { client_id, webhooks } = client;
  const title = words.actions[asked];
  const fixed = { client: client_id };
  const common = { title, submit: title, fixed, onClose };
  if (asked === 'scopes') {
    return (
      <OperationDialog
        {...common}
        name="client.scopes"
        options={{ scopes }}
        initial={{ scopes: client.scopes }}
        onDone={() => notify(words.saved)}
      />
    );
  }
  if (asked === 'events') {
    return (
      <OperationDialog
        {...common}
        name="client.events"
        initial={{ events: client.events ?? 'all' }}
        onDone={() => notify(words.saved)}
      />
    );
  }
  return (
    <ConfirmOperation
      name="client.revoke"
      input={fixed}
      title={title}
      what={
        <>
          {words.revokeWhat}
          {webhooks.length > 0 &&
            ` ${words.revokeStops(webhooks.map(({ url }) => url).join(', '))}`}
        </>
      }
      onClose={onClose}
      onDone={() => notify(words.wasRevoked)}
    />
  );
}
