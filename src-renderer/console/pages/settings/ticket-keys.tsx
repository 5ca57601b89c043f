import { useState } from 'react';
import type { ReactElement } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmOperation } from '../../components/confirm-operation.tsx';
import { useConsole, useFormats } from '../../data/console-context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Section } from '../../../components/section.tsx';
import { Status } from '../../components/status.tsx';
import { useMay } from '../../data/use-operations.ts';
import { useSettingsWords } from './settings-words.ts';

/** The keys whose codes doors accept. */
export function TicketKeys(): ReactElement {
  const settings = useSettingsWords();
  const { notify } = useConsole();
  const formats = useFormats();
  const words = settings.keys;
  const mayRotate = useMay('code-key.rotate');
  const mayRemove = useMay('code-key.remove');
  const [isRotating, setIsRotating] = useState(false);
  const [removed, setRemoved] = useState<string | null>(null);
  return (
    <Section
      title={settings.tabs.keys}
      actions={mayRotate && <Button onPress={() => setIsRotating(true)}>{words.rotate}</Button>}
    >
      <p>{words.lead}</p>
      <DataTable
        label={settings.tabs.keys}
        view="code-key.list"
        isPart
        rowKey={({ kid }) => kid}
        columns={[
          { id: 'key', name: words.key, render: ({ kid }) => <code>{kid}</code> },
          {
            id: 'since',
            name: words.since,
            isTime: true,
            render: ({ created_at }) => formats.dayTime(created_at),
          },
          {
            id: 'status',
            name: words.status,
            render: ({ retired_at }) => (
              <Status
                tone={retired_at === null ? 'ok' : 'waiting'}
                text={retired_at === null ? words.signs : words.accepted(formats.day(retired_at))}
              />
            ),
          },
        ]}
        actions={({ kid, retired_at }) =>
          mayRemove && retired_at !== null
            ? [
                {
                  id: 'remove',
                  name: words.remove,
                  isDangerous: true,
                  onAction: () => setRemoved(kid),
                },
              ]
            : []
        }
        empty={{ title: words.none, next: words.noneNext }}
      />
      {isRotating && (
        <ConfirmOperation
          name="code-key.rotate"
          input={{}}
          title={words.rotate}
          what={words.rotateWhat}
          isHarmless
          onClose={() => setIsRotating(false)}
          onDone={() => notify(words.rotated)}
        />
      )}
      {removed !== null && (
        <ConfirmOperation
          name="code-key.remove"
          input={{ code_key: removed }}
          title={words.remove}
          what={words.removeWhat(removed)}
          onClose={() => setRemoved(null)}
          onDone={() => notify(words.removed)}
        />
      )}
    </Section>
  );
}
