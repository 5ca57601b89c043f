import type { ReactElement } from 'react';
import type { EventFigures } from '../../../../shared/station/supervision.ts';
import layout from '../../../components/layout.module.css';
import { useScrollable } from '../../../components/use-scrollable.ts';
import { useNames, usePlace, useWords } from '../../components/door-context.tsx';
import { formatTime } from '../../i18n/format.ts';
import { reasonViews } from '../../state/verdict/reason-view.ts';
import styles from './corrections.module.css';

/** What was undone or overruled: when, where, by whom, and why. */
export function Corrections({ figures }: { readonly figures: EventFigures }): ReactElement {
  const { tonight } = useWords();
  const scrollable = useScrollable<HTMLUListElement>();
  const { corrections } = figures;
  return (
    <section className={`${layout['card']} ${styles['card']}`} aria-label={tonight.corrections}>
      <h3 className={styles['title']}>{tonight.corrections}</h3>
      {corrections.length === 0 ? (
        <p className={layout['quiet']}>{tonight.noCorrections}</p>
      ) : (
        <ul {...scrollable} className={`${layout['scroll']} ${styles['list']}`}>
          {corrections.map((one) => (
            <Row key={one.reference} correction={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({
  correction: { kind, reason, holder, ticket, at, note, ...by },
}: {
  readonly correction: EventFigures['corrections'][number];
}): ReactElement {
  const words = useWords();
  const place = usePlace();
  const { nameOf } = useNames();
  const { corrections, tonight, conflicts, actions } = words;
  const overruled =
    reason === null || reason === 'scanning.allowed'
      ? tonight.otherReason
      : words.signal[reasonViews[reason].signal];
  const who = by.is_here ? words.activity.title : (by.station ?? conflicts.staff);
  return (
    <li className={styles['row']}>
      <time className={layout['quiet']}>{formatTime(at, place)}</time>
      <p className={styles['what']}>
        <strong>
          {kind === 'undone' ? words.signal.undone : `${corrections.overruled}: ${overruled}`}
        </strong>{' '}
        <bdi>{holder === null ? ticket : nameOf(holder)}</bdi>
      </p>
      <p className={layout['quiet']}>
        <bdi>{who}</bdi> · <bdi>{by.entry_point ?? actions.boxOffice}</bdi>
      </p>
      {note !== null && note !== '' && (
        <p className={styles['note']} dir="auto">
          {note}
        </p>
      )}
    </li>
  );
}
