import { type ReactElement, useState } from 'react';
import { Input, Label, SearchField } from 'react-aria-components';
import { VERSION } from '../../../../shared/version.ts';
import { useWords } from '../../components/door-context.tsx';
import { Facts } from '../../../components/facts.tsx';
import fields from '../../../components/field.module.css';
import { Sheet } from '../../components/sheet.tsx';
import { useRead } from '../../components/use-read.ts';
import { readNotices } from '../../state/read-notices.ts';
import styles from './about-sheet.module.css';

/** The version, and the licences of what this app contains. */
export function AboutSheet(): ReactElement {
  const { about: words, settings } = useWords();
  const { value: notices, hasFailed } = useRead('notices', () => readNotices().catch(() => null));
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const found = (notices ?? []).filter(({ title, text }) =>
    `${title}\n${text}`.toLowerCase().includes(wanted),
  );
  return (
    <Sheet title={words.title}>
      <div className={fields['form']}>
        <Facts facts={[{ label: settings.version, value: VERSION }]} />
        <p className={fields['hint']}>{words.intro}</p>
        <SearchField className={fields['field'] ?? ''} value={query} onChange={setQuery}>
          <Label className={fields['label'] ?? ''}>{words.search}</Label>
          <Input className={fields['input'] ?? ''} />
        </SearchField>
        {hasFailed && <p role="status">{words.unread}</p>}
        {notices !== null && found.length === 0 && <p role="status">{words.nothing}</p>}
        <ul className={styles['notices']}>
          {found.map(({ title, text }) => (
            <li key={title}>
              <details>
                <summary className={styles['title']}>{title}</summary>
                <pre className={styles['text']}>{text}</pre>
              </details>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}
