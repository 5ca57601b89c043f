import { useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../../components/button.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Section } from '../../../components/section.tsx';
import { ResourceLink } from '../../components/resource-link.tsx';
import { useDownload } from '../../data/use-download.ts';
import { useMay } from '../../data/use-operations.ts';
import { useView } from '../../data/use-view.ts';
import { readListSearch } from '../../state/list-search.ts';
import { useSettingsWords } from './settings-words.ts';

/** Who did what, newest first. */
export function AuditLog(): ReactElement {
  const settings = useSettingsWords();
  const { done } = useWords();
  const deeds: Readonly<Record<string, string>> = done;
  const words = settings.audit;
  const formats = useFormats();
  const download = useDownload();
  const nameOf = useActorName();
  const mayExport = useMay('export.audit');
  const { from, search } = readListSearch(useSearch({ strict: false }));
  return (
    <Section
      title={settings.tabs.audit}
      actions={
        mayExport && (
          <Button onPress={() => void download('export.audit', { from, search })}>
            <Download size={16} aria-hidden="true" />
            {words.export}
          </Button>
        )
      }
    >
      <DataTable
        label={settings.tabs.audit}
        view="audit.list"
        rowKey={({ at, operation, resource }) => `${at} ${operation} ${resource}`}
        filters={[
          {
            name: 'from',
            label: words.since,
            choices: [
              { id: daysAgo(0), name: words.today },
              { id: daysAgo(7), name: words.days(formats.number(7)) },
              { id: daysAgo(30), name: words.days(formats.number(30)) },
            ],
          },
        ]}
        columns={[
          {
            id: 'at',
            name: words.at,
            sort: { up: 'oldest', down: 'newest' },
            isTime: true,
            render: ({ at }) => formats.dayTime(at),
          },
          { id: 'who', name: words.who, render: ({ actor }) => nameOf(actor) },
          {
            id: 'what',
            name: words.what,
            render: ({ operation }) => deeds[operation] ?? operation,
          },
          {
            id: 'resource',
            name: words.resource,
            isReference: true,
            render: ({ resource }) => resource !== null && <ResourceLink reference={resource} />,
          },
          { id: 'from', name: words.from, render: ({ address }) => address },
        ]}
        empty={{ title: words.empty }}
      />
    </Section>
  );
}

/** As many as a page of a list may have. */
const MOST_MEMBERS = 200;

/** Who an entry names: a member by their email, a client by its name, or who used the command line. */
function useActorName(): (actor: string) => string {
  const settings = useSettingsWords();
  const { data } = useView('member.list', { limit: MOST_MEMBERS });
  const { data: clients } = useView('client.list', { limit: MOST_MEMBERS });
  const known = new Map<string, string>([
    ...(data?.data.map(({ reference, email }) => [`member:${reference}`, email] as const) ?? []),
    ...(clients?.data.map(({ client_id: id, name }) => [`client:${id}`, name] as const) ?? []),
  ]);
  return (actor) => {
    const [, user] = /^command_line:(.*)$/.exec(actor) ?? [];
    return user === undefined ? (known.get(actor) ?? actor) : settings.audit.commandLine(user);
  };
}

/** When a day began on this device, so many days ago. */
function daysAgo(days: number): string {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - days);
  return day.toISOString();
}
