import layout from '../../../components/layout.module.css';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ReactElement } from 'react';
import type { CommandErrorCode } from '../../../../shared/station/results.ts';
import type { Fleet, FleetStation } from '../../../../shared/station/supervision.ts';
import type { Locale } from '../../../../shared/languages.ts';
import { assertNever } from '../../../../shared/assert-never.ts';
import { Button } from '../../../components/button.tsx';
import { useDoorState, usePlace, useWords } from '../../components/door-context.tsx';
import { useScrollable } from '../../../components/use-scrollable.ts';
import { dataAgeOf, fleetRows, type FleetRow, type FleetTrouble } from './fleet-trouble.ts';
import { formatAge, formatClock, formatNumber, formatOffset } from '../../i18n/format.ts';
import type { Words } from '../../i18n/en.ts';
import { Message } from '../../../components/message.tsx';
import styles from './fleet-section.module.css';
import type { RepeatedAnswer } from './use-repeated-answer.ts';

/** The stations according to the server, those in trouble first. Ages are as of the server's answer. */
export function FleetSection({ value, refusal, readAgain }: RepeatedAnswer<Fleet>): ReactElement {
  const words = useWords();
  const { fleet, actions } = words;
  const place = usePlace();
  const isAway = useDoorState(({ transport }) => transport !== 'present');
  const heading = useId();
  return (
    <section className={`${layout['card']} ${styles['fleet']}`} aria-labelledby={heading}>
      <div className={styles['head']}>
        <h3 id={heading} className={styles['title']}>
          {fleet.title}
        </h3>
        {value !== null && (
          <p className={styles['quiet']}>
            {fleet.receivedAt(formatClock(Date.parse(value.at), place))}
          </p>
        )}
      </div>
      {refusal !== null && (
        <Message role="alert" title={fleet.failed} next={fleetErrorText(refusal, words)}>
          <Button onPress={readAgain}>{actions.tryAgain}</Button>
        </Message>
      )}
      {value === null && refusal === null && (
        <p className={styles['quiet']}>
          {isAway ? words.idle.connecting : words.conflicts.loading}
        </p>
      )}
      {value !== null && value.stations.length === 0 && (
        <p className={styles['quiet']}>{fleet.none}</p>
      )}
      {value !== null && value.stations.length > 0 && <Rows fleet={value} />}
    </section>
  );
}

function fleetErrorText(code: CommandErrorCode, { fleet }: Words): string {
  switch (code) {
    case 'stations.not_offered':
      return fleet.notOffered;
    case 'stations.forbidden':
      return fleet.forbidden;
    default:
      return fleet.unreachable;
  }
}

function Rows({ fleet }: { readonly fleet: Fleet }): ReactElement {
  const words = useWords();
  const { columns, title } = words.fleet;
  return (
    <div {...useScrollable<HTMLDivElement>()} className={layout['scroll']}>
      <table className={`${layout['table']} ${styles['table']}`} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{columns.station}</th>
            <th scope="col">{words.actions.entryPoint}</th>
            <th scope="col">{columns.heard}</th>
            <th scope="col">{columns.queue}</th>
            <th scope="col">{columns.data}</th>
            <th scope="col">{columns.clock}</th>
            <th scope="col">{columns.version}</th>
          </tr>
        </thead>
        <tbody>
          {fleetRows(fleet).map((row) => (
            <Row key={row.station.client_id} row={row} at={Date.parse(fleet.at)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, at }: { readonly row: FleetRow; readonly at: number }): ReactElement {
  const words = useWords();
  const { locale } = usePlace();
  const { station, troubles } = row;
  const { heard_at: heard, health } = station;
  const dataMs = dataAgeOf(station);
  const cells = [
    [words.actions.entryPoint, placeWord(station, words)],
    [
      words.fleet.columns.heard,
      heard === null
        ? words.station.never
        : words.verdict.ago(formatAge(at - Date.parse(heard), locale)),
    ],
    [
      words.fleet.columns.queue,
      health === null ? '–' : formatNumber(health.queued + health.needs_attention, locale),
    ],
    [words.fleet.columns.data, dataMs === null ? '–' : formatAge(dataMs, locale)],
    [
      words.fleet.columns.clock,
      health === null ? '–' : clockWord(health.clock_offset_ms, words, locale),
    ],
    [words.fleet.columns.version, health?.version ?? '–'],
  ] as const;
  return (
    <tr data-station={station.client_id} data-troubled={troubles.length > 0}>
      <th scope="row">
        <span className={styles['name']}>
          <bdi>{station.name}</bdi>
          {station.is_this && <span className={styles['this']}>{words.activity.title}</span>}
        </span>
        {troubles.length > 0 && (
          <ul className={styles['troubles']}>
            {troubles.map((trouble) => {
              const text = troubleText(trouble, words, locale);
              return (
                <li key={text}>
                  <TriangleAlert size={18} aria-hidden="true" /> {text}
                </li>
              );
            })}
          </ul>
        )}
      </th>
      {cells.map(([label, text]) => (
        <td key={label} data-label={label}>
          {text}
        </td>
      ))}
    </tr>
  );
}

function placeWord({ health }: FleetStation, words: Words): string {
  if (health === null) return '–';
  switch (health.place.kind) {
    case 'here':
      return health.place.entry_point ?? words.actions.boxOffice;
    case 'elsewhere':
      return health.place.event ?? words.fleet.elsewhere;
    case 'none':
      return words.fleet.noEvent;
    default:
      return assertNever(health.place);
  }
}

/** An offset below a second does not matter. */
function clockWord(offsetMs: number, { station }: Words, locale: Locale): string {
  const off = Math.abs(offsetMs);
  return off < 1_000 ? station.clockExact : formatOffset(off, locale);
}

function troubleText(trouble: FleetTrouble, { fleet }: Words, locale: Locale): string {
  switch (trouble.kind) {
    case 'unheard':
      return fleet.unheard(formatAge(trouble.ageMs, locale));
    case 'unsent':
      return fleet.unsent(trouble.count, formatAge(trouble.ageMs, locale));
    case 'refused':
      return fleet.refused(trouble.count);
    case 'no_data':
      return fleet.noData;
    case 'old_data':
      return fleet.oldData(formatAge(trouble.ageMs, locale));
    case 'clock_off':
      return fleet.clockOff(formatOffset(trouble.offMs, locale));
    case 'warns':
      return fleet.warns[trouble.of];
    case 'warns_of_other':
      return fleet.warnsOf(trouble.code);
    default:
      return assertNever(trouble);
  }
}
