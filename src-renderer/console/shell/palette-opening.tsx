import type { ReactElement } from 'react';
import { useWords } from '../data/console-context.tsx';
import styles from './palette.module.css';

interface Props {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly onClose: () => void;
}

/** In place of the palette while its code is loaded: it takes what is typed meanwhile. */
export function PaletteOpening({ query, onQuery, onClose }: Props): ReactElement {
  const { shell } = useWords();
  return (
    <div className={styles['overlay']}>
      <div className={styles['modal']} role="dialog" aria-label={shell.palette.title}>
        <div className={styles['field']}>
          <input
            autoFocus
            type="search"
            className={styles['input']}
            aria-label={shell.palette.title}
            placeholder={shell.palette.placeholder}
            value={query}
            onChange={({ target }) => onQuery(target.value)}
            onKeyDown={({ key }) => {
              if (key === 'Escape') onClose();
            }}
          />
        </div>
      </div>
    </div>
  );
}
