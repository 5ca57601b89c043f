import type { ReactElement } from 'react';
import { Button } from '../../../components/button.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { useDownload } from '../../data/use-download.ts';
import { useMay } from '../../data/use-operations.ts';
import { nameOf } from '../../state/person-name.ts';
import styles from './contacts.module.css';

/** Everybody who bought or holds a ticket of the organiser. */
export function ContactsPage(): ReactElement {
  const { contacts: words } = useWords();
  const formats = useFormats();
  const mayExport = useMay('export.contacts');
  const download = useDownload();
  return (
    <Page
      title={words.title}
      actions={
        mayExport && (
          <Button onPress={() => void download('export.contacts', {})}>{words.export}</Button>
        )
      }
    >
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
          {
            id: 'email',
            name: words.email,
            render: ({ email }) => <span className={styles['email']}>{email}</span>,
          },
          { id: 'mobile', name: words.mobile, render: ({ mobile }) => mobile },
          {
            id: 'since',
            name: words.since,
            isTime: true,
            render: ({ created_at }) => formats.day(created_at),
            sort: { up: 'oldest', down: 'newest' },
          },
        ]}
        empty={{ title: words.empty, next: words.emptyNext }}
      />
    </Page>
  );
}
