import type { ReactElement } from 'react';
import { useWords } from '../../components/door-context.tsx';
import { Keys } from '../../components/keys.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { actions, shortcutLabels } from '../../state/shortcuts.ts';
import styles from './help-sheet.module.css';

export function HelpSheet(): ReactElement {
  const words = useWords();
  return (
    <Sheet title={words.help.title}>
      <p className={styles['intro']}>{words.help.intro}</p>
      <KeyTable
        title={words.help.everywhere}
        rows={[
          ...actions.map((action) => ({
            label: words.actions[action],
            keys: shortcutLabels[action],
          })),
          { label: words.actions.close, keys: ['Esc'] },
        ]}
      />
      <KeyTable
        title={words.help.list}
        rows={[
          { label: words.help.move, keys: ['↑', '↓'] },
          { label: words.help.open, keys: ['Enter'] },
        ]}
      />
    </Sheet>
  );
}

interface TableProps {
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly keys: readonly string[] }[];
}

function KeyTable({ title, rows }: TableProps): ReactElement {
  return (
    <section>
      <h3 className={styles['title']}>{title}</h3>
      <dl>
        {rows.map(({ label, keys }) => (
          <div key={label} className={styles['row']}>
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
