import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { HomeShown } from '../../../../shared/console/operation-results.ts';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { Section } from '../../../components/section.tsx';
import { Status } from '../../components/status.tsx';
import { useMay } from '../../data/use-operations.ts';
import { useNow } from '../../data/use-now.ts';
import styles from './home.module.css';

type Item = HomeShown['attention'][number];

/** What somebody has to look at, each with the way to it. */
export function Attention({ attention }: { readonly attention: readonly Item[] }): ReactElement {
  const { home: words } = useWords();
  const formats = useFormats();
  const now = useNow();
  const maySeeWebhooks = useMay('webhook.show');
  return (
    <Section title={words.attention}>
      {attention.length === 0 ? (
        <p className={styles['nothing']}>
          <Status tone="ok" text={words.nothing} />
        </p>
      ) : (
        <ul className={styles['list']}>
          {attention.map((item) => {
            const { kind, reference, name, count, since } = item;
            const text = words.kinds[kind](count, name ?? '');
            const place = placeOf(item, maySeeWebhooks);
            return (
              <li key={`${kind} ${reference} ${since}`}>
                {place === null ? <span>{text}</span> : <Link {...place}>{text}</Link>}
                {since !== null && <time dateTime={since}>{formats.ago(since, now)}</time>}
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

/** Null for a dispute that the processor did not name, and for what this member may not see. */
function placeOf({ kind, reference }: Item, maySeeWebhooks: boolean) {
  if (kind === 'conflicts')
    return { to: '/conflicts', search: { event: reference ?? '', status: 'open' } };
  const list = listOf(kind);
  if (reference === null || (list === '/webhooks' && !maySeeWebhooks)) return null;
  return { to: `${list}/${reference}` };
}

function listOf(kind: Exclude<Item['kind'], 'conflicts'>): string {
  if (kind === 'dispute') return '/orders/disputes';
  return kind.startsWith('webhook') ? '/webhooks' : '/stations';
}
