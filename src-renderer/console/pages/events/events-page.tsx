import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button } from '../../../components/button.tsx';
import { useConsole, useWords } from '../../components/console-context.tsx';
import { OperationDialog } from '../../components/operation-form.tsx';
import { Page } from '../../components/page.tsx';
import { useMay } from '../../data/use-operations.ts';
import { deviceZone } from '../../i18n/formats.ts';
import { EventTable } from './event-table.tsx';

/** Every event of the organiser. */
export function EventsPage(): ReactElement {
  const { notify } = useConsole();
  const { events: words } = useWords();
  const navigate = useNavigate();
  const mayCreate = useMay('event.create');
  const [isCreating, setIsCreating] = useState(false);
  const create = mayCreate && (
    <Button look="main" onPress={() => setIsCreating(true)}>
      <Plus size={16} aria-hidden="true" />
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} actions={create}>
      <EventTable />
      {isCreating && (
        <OperationDialog
          name="event.create"
          title={words.create}
          submit={words.create}
          suggested={{ timezone: deviceZone(), currency: 'EUR', status: 'draft' }}
          without={['peers', 'opens_before']}
          onClose={() => setIsCreating(false)}
          onDone={({ reference }) => {
            notify(words.created);
            void navigate({ to: `/events/${reference}` });
          }}
        />
      )}
    </Page>
  );
}
