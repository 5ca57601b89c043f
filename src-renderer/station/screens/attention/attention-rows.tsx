import layout from '../../../components/layout.module.css';
import { memo } from 'react';
import type { ReactElement } from 'react';
import { GridList, GridListItem } from 'react-aria-components';
import type { AttentionItem } from '../../../../shared/station/journal-pages.ts';
import { Button } from '../../../components/button.tsx';
import { usePlace, useWords } from '../../components/door-context.tsx';
import { OutcomeShape } from '../../components/outcome-shape.tsx';
import { canBeSent, whyOf, wordOf } from './attention-reason.ts';
import { roleOf, signalOfRow } from '../../state/verdict/outcome-signal.ts';
import { formatDayTime, formatNumber } from '../../i18n/format.ts';
import roles from '../../components/role.module.css';
import styles from './attention-rows.module.css';

type SendAgain = (references: readonly string[]) => Promise<void>;

interface Props {
  readonly items: readonly AttentionItem[];
  readonly sendAgain: SendAgain;
}

/** Arrows move between scans, Tab goes to the focused one's button. */
export function AttentionRows({ items, sendAgain }: Props): ReactElement {
  const words = useWords();
  return (
    <GridList
      aria-label={words.actions.attention}
      className={styles['list'] ?? ''}
      items={items}
      dependencies={[words]}
      keyboardNavigationBehavior="tab"
    >
      {(item) => <Row id={item.reference} item={item} sendAgain={sendAgain} />}
    </GridList>
  );
}

interface RowProps {
  /** The list identifies its rows by this. */
  readonly id: string;
  readonly item: AttentionItem;
  readonly sendAgain: SendAgain;
}

const Row = memo(
  function Row({ id, item, sendAgain }: RowProps): ReactElement {
    const words = useWords();
    const place = usePlace();
    const signal = signalOfRow(item);
    const word = wordOf(item, words);
    const number = formatNumber(item.number, place.locale);
    const { since, offered } = item;
    const refused = since === null ? null : words.attention.since(formatDayTime(since, place));
    const history = [refused, words.attention.sent(offered)].filter((part) => part !== null);
    return (
      <GridListItem id={id} textValue={`№ ${number} ${word}`} className={styles['row'] ?? ''}>
        <span className={`${roles['role']} ${styles['shape']}`} data-role={roleOf(signal)}>
          <OutcomeShape signal={signal} />
        </span>
        <div className={styles['text']}>
          <p className={styles['head']}>
            <strong className={styles['word']}>{word}</strong>
            <span className={styles['number']}>№ {number}</span>
          </p>
          <p className={layout['quiet']}>
            {formatDayTime(item.scanned_at, place)} · {item.entry_point ?? words.actions.boxOffice}
          </p>
          <p className={styles['why']} dir="auto">
            {whyOf(item, words)}
          </p>
          {item.ticket !== null && (
            <p className={styles['ticket']} dir="ltr">
              {item.ticket}
            </p>
          )}
          <p className={layout['quiet']}>{history.join(' · ')}</p>
          <div className={styles['foot']}>
            <span className={styles['fate']} data-waiting={item.waiting}>
              {item.waiting ? words.attention.waiting : words.attention.setAside}
            </span>
            {canBeSent(item) && (
              <Button
                aria-label={`${words.attention.sendAgain} № ${number}`}
                onPress={() => void sendAgain([item.reference])}
              >
                {words.attention.sendAgain}
              </Button>
            )}
          </div>
        </div>
      </GridListItem>
    );
  },
  // Reading the list again returns the same scans as new objects.
  (before, after) => JSON.stringify(before.item) === JSON.stringify(after.item),
);
