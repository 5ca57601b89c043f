import layout from '../../../components/layout.module.css';
import chips from '../../../components/chip.module.css';
import { Message } from '../../../components/message.tsx';
import styles from './journal-pane.module.css';
import { Download, Gift, Search } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { type ActivityFilter, MAX_QUERY_LENGTH } from '../../../../shared/station/commands.ts';
import type { ActivityItem } from '../../../../shared/station/journal-pages.ts';
import type { Locale } from '../../../../shared/languages.ts';
import { Button } from '../../../components/button.tsx';
import {
  useDoor,
  useDoorState,
  useNames,
  usePlace,
  useWords,
} from '../../components/door-context.tsx';
import { Marked } from '../../../components/marked.tsx';
import { useScrollable } from '../../../components/use-scrollable.ts';
import { OutcomeShape } from '../../components/outcome-shape.tsx';
import { useCsvExport } from '../../components/use-csv-export.ts';
import { activityCsv } from './activity-csv.ts';
import { wordOf } from '../attention/attention-reason.ts';
import { loadActivity } from '../../state/journal-pages.ts';
import { roleOf, signalOfRow } from '../../state/verdict/outcome-signal.ts';
import { formatDayTime, formatNumber } from '../../i18n/format.ts';
import { useActivity } from './use-activity.ts';

const results = ['admitted', 'denied', 'unknown', 'redemption', 'release'] as const;
const uploads = ['waiting', 'sent', 'refused'] as const;

/** The journal as a filtered table, newest first. */
export function JournalPane(): ReactElement {
  const { activity, actions, idle } = useWords();
  const isAway = useDoorState(({ transport }) => transport !== 'present');
  const [filter, setFilter] = useState<ActivityFilter>({});
  const { page, filter: answered, hasFailed, showMore, readAgain } = useActivity(filter);
  const hasRows = page !== null && page.items.length > 0;
  const isFiltered = Object.values(answered).some((value) => value !== undefined && value !== '');
  return (
    <div className={styles['pane']}>
      <Filters filter={filter} onFilter={setFilter} />
      <div {...useScrollable<HTMLDivElement>()} className={`${layout['scroll']} ${styles['rows']}`}>
        {isAway && <Message className={styles['say']}>{idle.connecting}</Message>}
        {!isAway && hasFailed && (
          <Message role="alert" className={styles['say']} title={activity.failed}>
            <Button onPress={readAgain}>{actions.tryAgain}</Button>
          </Message>
        )}
        {!isAway && page === null && !hasFailed && (
          <Message className={styles['say']}>{activity.loading}</Message>
        )}
        {!isAway && page !== null && !hasRows && page.next === null && (
          <Message
            className={styles['say']}
            title={isFiltered ? activity.nothing : activity.empty}
            next={isFiltered ? activity.nothingNext : activity.emptyNext}
          />
        )}
        {hasRows && <Rows items={page.items} query={answered.words ?? ''} />}
        {page !== null && page.next !== null && (
          <div className={styles['more']}>
            <Button onPress={showMore}>{activity.older}</Button>
          </div>
        )}
      </div>
    </div>
  );
}

interface FilterProps {
  readonly filter: ActivityFilter;
  readonly onFilter: (filter: ActivityFilter) => void;
}

function Filters({ filter, onFilter }: FilterProps): ReactElement {
  const { activity, privacy } = useWords();
  const { message, exportAll } = useExport(filter);
  const hidesNames = useDoorState(({ preferences }) => preferences.hidesNames);
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles['bar']}>
      <div className={styles['field']}>
        <Search className={styles['glass']} size={20} aria-hidden="true" />
        <input
          type="search"
          className={styles['input']}
          aria-label={activity.find}
          placeholder={activity.find}
          autoComplete="off"
          spellCheck="false"
          value={filter.words ?? ''}
          onChange={({ target }) =>
            onFilter({ ...filter, words: target.value.slice(0, MAX_QUERY_LENGTH) })
          }
        />
      </div>
      <Chips
        label={activity.byResult}
        options={results.map((id) => ({ id, name: activity.results[id] }))}
        chosen={filter.result}
        onChoose={(result) => onFilter({ ...filter, result })}
      />
      <Chips
        label={activity.byUpload}
        options={uploads.map((id) => ({ id, name: activity.uploads[id] }))}
        chosen={filter.upload}
        onChoose={(upload) => onFilter({ ...filter, upload })}
      />
      <div className={styles['ways']}>
        {!isAsking && (
          <Button
            onPress={() => {
              if (hidesNames) setAsking(true);
              else void exportAll(true);
            }}
          >
            <Download size={18} aria-hidden="true" /> {activity.export}
          </Button>
        )}
        {isAsking &&
          [false, true].map((withNames) => (
            <Button
              key={String(withNames)}
              autoFocus={!withNames}
              onPress={() => {
                setAsking(false);
                void exportAll(withNames);
              }}
            >
              {withNames ? privacy.withNames : privacy.withoutNames}
            </Button>
          ))}
      </div>
      <p className={styles['message']} aria-live="polite">
        {message}
      </p>
    </div>
  );
}

interface ChipsProps<Id extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly name: string }[];
  readonly chosen: Id | undefined;
  readonly onChoose: (id: Id | undefined) => void;
}

/** One of a few filters, or none: pressing it again removes it. */
function Chips<Id extends string>(props: ChipsProps<Id>): ReactElement {
  const { label, options, chosen, onChoose } = props;
  return (
    <div role="group" aria-label={label} className={styles['chips']}>
      {options.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={chips['chip']}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id === chosen ? undefined : id)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** All matching rows, not only those on the screen. */
function useExport(filter: ActivityFilter) {
  const door = useDoor();
  const words = useWords();
  const saveCsv = useCsvExport();
  const [message, setMessage] = useState<string | null>(null);
  const exportAll = async (withNames: boolean) => {
    const all = await loadActivity(door.query, filter, Number.MAX_SAFE_INTEGER, () => true);
    if (typeof all === 'string') {
      setMessage(words.activity.failed);
      return;
    }
    const items = withNames ? all.items : all.items.map((item) => ({ ...item, holder: null }));
    const file = saveCsv(words.activity.fileName, activityCsv(items, words));
    setMessage(words.attention.exported(file));
  };
  return { message, exportAll };
}

interface RowsProps {
  readonly items: readonly ActivityItem[];
  readonly query: string;
}

function Rows({ items, query }: RowsProps): ReactElement {
  const { activity, actions, details, station } = useWords();
  return (
    <table className={`${layout['table']} ${styles['table']}`} aria-label={actions.activity}>
      <thead>
        <tr>
          <th scope="col">№</th>
          <th scope="col">{details.scanned}</th>
          <th scope="col">{activity.what}</th>
          <th scope="col">{details.holder}</th>
          <th scope="col">{actions.entryPoint}</th>
          <th scope="col">{station.server}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.number} item={item} query={query} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  item,
  query,
}: {
  readonly item: ActivityItem;
  readonly query: string;
}): ReactElement {
  const words = useWords();
  const place = usePlace();
  const signal = signalOfRow(item);
  const { areHidden, nameOf } = useNames();
  const { holder, ticket_type: type, seat_label: seat, redemption, release, overruled } = item;
  return (
    <tr data-reference={item.reference}>
      <td className={styles['number']}>{formatNumber(item.number, place.locale)}</td>
      <td className={styles['time']}>{formatDayTime(item.scanned_at, place)}</td>
      <td>
        <span
          className={styles['outcome']}
          data-role={redemption === null ? roleOf(signal) : 'none'}
        >
          <span className={styles['shape']}>
            {redemption === null ? (
              <OutcomeShape signal={signal} />
            ) : (
              <Gift size={22} aria-hidden="true" />
            )}
          </span>
          {wordOf(item, words)}
          {redemption !== null && ` ${signed(redemption.quantity, place.locale)}`}
        </span>
      </td>
      <td>
        <span className={styles['who']}>
          {holder !== null && <Marked text={nameOf(holder)} query={areHidden ? '' : query} />}
          <span className={styles['quiet']}>
            {[type, seat, redemption?.name ?? null, release?.note ?? overruled?.note ?? null]
              .filter((part) => part !== null)
              .join(' · ')}
          </span>
        </span>
      </td>
      <td>{item.entry_point ?? words.actions.boxOffice}</td>
      <td>
        <span className={styles['upload']} data-upload={item.upload}>
          {words.activity.uploads[item.upload]}
        </span>
      </td>
    </tr>
  );
}

function signed(quantity: number, locale: Locale): string {
  return `${quantity > 0 ? '+' : '−'}${formatNumber(Math.abs(quantity), locale)}`;
}
