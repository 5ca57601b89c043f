import type { ReactElement, ReactNode } from 'react';
import { languageNames, locales } from '../../../shared/languages.ts';
import { Title } from '../components/title.tsx';
import { useConsole, useConsoleState, useWords } from '../data/console-context.tsx';
import styles from './gate.module.css';

interface Props {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

/** A page before the console: one question in the middle. */
export function Gate({ title, lead, children }: Props): ReactElement {
  const { prefer } = useConsole();
  const { shell } = useWords();
  const locale = useConsoleState(({ preferences }) => preferences.locale);
  return (
    <div className={styles['gate']}>
      <main className={styles['card']}>
        <p className={styles['brand']}>{shell.product}</p>
        <Title key={title} text={title} className={styles['title']} />
        {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
        <div className={styles['content']}>{children}</div>
      </main>
      <footer>
        <label className={styles['language']}>
          <span className="for-screen-readers">{shell.language}</span>
          <select
            value={locale}
            onChange={({ target }) => {
              const chosen = locales.find((one) => one === target.value);
              if (chosen !== undefined) void prefer({ locale: chosen });
            }}
          >
            {locales.map((one) => (
              <option key={one} value={one}>
                {languageNames[one]}
              </option>
            ))}
          </select>
        </label>
      </footer>
    </div>
  );
}
