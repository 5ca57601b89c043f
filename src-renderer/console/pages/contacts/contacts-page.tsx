import type { ReactElement } from 'react';
import { useFormats, useWords } from '../../components/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { nameOf } from '../../state/person-name.ts';

/** Everybody who bought or holds a ticket of the organiser. */
export function ContactsPage(): ReactElement {
  const { contacts: words } = useWords();
  const formats = useFormats();
  return (
    <Page title={words.title}>
      <DataTable
        label={words.title}
        view="contact.list"
        rowKey={({ reference }) => reference}
        rowName={(contact) => nameOf(contact) || words.nobody}
        rowAddress={({ reference }) => `/contacts/${reference}`}
        columns={[
          {
            id: 'name',
            name: words.name,
            render: (contact) => nameOf(contact) || words.nobody,
            sort: { up: 'name', down: '-name' },
          },
          { id: 'email', name: words.email, render: ({ email }) => email },
          { id: 'mobile', name: words.mobile, render: ({ mobile }) => mobile },
          {
            id: 'since',
            name: words.since,
            render: ({ created_at }) => formats.day(created_at),
            sort: { up: 'oldest', down: 'newest' },
          },
        ]}
        empty={{ title: words.empty, next: words.emptyNext }}
      />
    </Page>
  );
}
