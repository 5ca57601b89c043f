import type { ReactElement } from 'react';
import { useFormats, useWords } from '../../components/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { Tabs } from '../../components/record-page.tsx';
import { useMay } from '../../data/use-operations.ts';
import { useParam } from '../../data/use-param.ts';
import { AccountSettings } from './account-settings.tsx';
import { Members } from './members.tsx';

/** The account, the organiser's members, and what was done. */
export function SettingsPage(): ReactElement {
  const { settings: words } = useWords();
  const tab = useParam('tab');
  const mayAudit = useMay('audit.list');
  return (
    <Page title={words.title}>
      <Tabs
        label={words.title}
        tabs={[
          { name: words.tabs.account, address: '/settings' },
          { name: words.tabs.members, address: '/settings/members' },
          ...(mayAudit ? [{ name: words.tabs.audit, address: '/settings/audit' }] : []),
        ]}
      />
      {tab === '' && <AccountSettings />}
      {tab === 'members' && <Members />}
      {tab === 'audit' && <AuditLog />}
    </Page>
  );
}

function AuditLog(): ReactElement {
  const { settings } = useWords();
  const words = settings.audit;
  const formats = useFormats();
  return (
    <DataTable
      label={settings.tabs.audit}
      view="audit.list"
      rowKey={({ at, operation, resource }) => `${at} ${operation} ${resource}`}
      columns={[
        { id: 'at', name: words.at, render: ({ at }) => formats.dayTime(at) },
        { id: 'who', name: words.who, render: ({ actor }) => actor },
        { id: 'what', name: words.what, render: ({ operation }) => operation },
        { id: 'resource', name: words.resource, render: ({ resource }) => resource },
        { id: 'from', name: words.from, render: ({ address }) => address },
      ]}
      empty={{ title: words.empty }}
    />
  );
}
