import type { ReactElement } from 'react';
import { useDoorState, useNow, usePlace, useWords } from '../../components/door-context.tsx';
import { Facts } from '../../../components/facts.tsx';
import { peerTrouble } from '../../i18n/peer-trouble.ts';
import { formatAge, formatNumber } from '../../i18n/format.ts';
import styles from './stations-nearby.module.css';

/** The other stations that this one hears from, and the results. Renders nothing unless it is switched on. */
export function StationsNearby(): ReactElement | null {
  const { peers: words, actions } = useWords();
  const { locale } = usePlace();
  const now = useNow();
  const peers = useDoorState(({ station }) => station?.peers ?? null);
  if (peers === null || !peers.chosen) return null;
  const { near, known, refused, silent, ignored } = peers;
  const trouble = peerTrouble(peers, words);
  const count = (value: number) => formatNumber(value, locale);
  return (
    <section className={styles['nearby']}>
      <h3 className={styles['heading']}>{words.title}</h3>
      {trouble !== null && <p className={styles['trouble']}>{trouble}</p>}
      {trouble === null && near.length === 0 && <p className={styles['nobody']}>{words.nobody}</p>}
      {near.length > 0 && (
        <ul className={styles['stations']}>
          {near.map(({ entry_point, address, heard_at }) => (
            <li key={address} className={styles['station']}>
              <span className={styles['name']} dir="auto">
                {entry_point ?? actions.boxOffice}
              </span>
              <span className={styles['address']}>{address}</span>
              <span className={styles['heard']}>
                {words.heard(formatAge(now - Date.parse(heard_at), locale))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {trouble === null && (
        <Facts
          facts={[
            { label: words.known, value: count(known) },
            { label: words.refused, value: count(refused) },
            { label: words.silent, value: count(silent) },
            { label: words.ignored, value: count(ignored) },
          ]}
        />
      )}
    </section>
  );
}
