import type { ReactElement } from 'react';
import { Page } from '../../components/page.tsx';
import { Tabs } from '../../components/record-page.tsx';
import { useMay } from '../../data/use-operations.ts';
import { useParam } from '../../data/use-param.ts';
import { AccountSettings } from './account-settings.tsx';
import { AuditLog } from './audit-log.tsx';
import { Members } from './members.tsx';
import { OrganiserSettings } from './organiser-settings.tsx';
import { Roles } from './roles.tsx';
import { SettingsWordsProvider, useSettingsWords } from './settings-words.ts';
import { TicketKeys } from './ticket-keys.tsx';

/** The account, the organiser with its members and keys, and what was done. */
export function SettingsPage(): ReactElement {
  return (
    <SettingsWordsProvider>
      <Settings />
    </SettingsWordsProvider>
  );
}

function Settings(): ReactElement {
  const words = useSettingsWords();
  const tab = useParam('tab');
  const mayAudit = useMay('audit.list');
  return (
    <Page title={words.title}>
      <Tabs
        label={words.title}
        tabs={[
          { name: words.tabs.account, address: '/settings' },
          { name: words.tabs.organiser, address: '/settings/organiser' },
          { name: words.tabs.members, address: '/settings/members' },
          { name: words.tabs.roles, address: '/settings/roles' },
          { name: words.tabs.keys, address: '/settings/keys' },
          ...(mayAudit ? [{ name: words.tabs.audit, address: '/settings/audit' }] : []),
        ]}
      />
      {tab === '' && <AccountSettings />}
      {tab === 'organiser' && <OrganiserSettings />}
      {tab === 'members' && <Members />}
      {tab === 'roles' && <Roles />}
      {tab === 'keys' && <TicketKeys />}
      {tab === 'audit' && <AuditLog />}
    </Page>
  );
}
