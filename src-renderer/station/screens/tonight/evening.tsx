import type { ReactElement } from 'react';
import type { Locale } from '../../../../shared/languages.ts';
import type { EventFigures } from '../../../../shared/station/supervision.ts';
import { catalogues } from '../../../../shared/verdict/messages/catalogues.ts';
import { zoneOffsetMs } from '../../../../shared/zone-offset.ts';
import { arrivalsChart, arrivalsTable } from '../../../components/charts/arrivals.ts';
import { ArrivalsArea } from '../../../components/charts/arrivals-area.tsx';
import { Bars } from '../../../components/charts/bars.tsx';
import { ChartCard } from '../../../components/charts/chart-card.tsx';
import { PresenceArea } from '../../../components/charts/presence-area.tsx';
import { presenceChart } from '../../../components/charts/presence.ts';
import type { AxisTexts } from '../../../components/charts/stepped-areas.tsx';
import { useDoorState, usePlace, useWords } from '../../components/door-context.tsx';
import { OutcomeShape } from '../../components/outcome-shape.tsx';
import { signalOf } from '../../state/verdict/outcome-signal.ts';
import { largestFew } from './largest-few.ts';
import { formatDayTime, formatNumber, formatShare, formatTime } from '../../i18n/format.ts';
import type { Words } from '../../i18n/en.ts';

/** As many bars as can be read at a glance. */
const MOST_BARS = 6;

interface Props {
  readonly figures: EventFigures;
}

export function ArrivalsCard({ figures }: Props): ReactElement {
  const { tonight, actions } = useWords();
  const place = usePlace();
  const chart = arrivalsChart(figures);
  const { places, rows } = arrivalsTable(figures);
  const number = (value: number) => formatNumber(value, place.locale);
  const texts = {
    total: tonight.columns.total,
    boxOffice: actions.boxOffice,
    others: tonight.others,
    ...axisTexts(place),
  };
  const notes = [chart?.isCut && tonight.lastDay, chart?.isRunning && tonight.running];
  return (
    <ChartCard
      asTable={tonight.asTable}
      wide
      title={tonight.arrivals}
      chart={chart === null ? <></> : <ArrivalsArea chart={chart} texts={texts} />}
      table={{
        columns: [
          tonight.columns.from,
          tonight.columns.total,
          ...places.map((name) => name ?? actions.boxOffice),
        ],
        rows: rows.map(({ from, total, counts }) => ({
          key: from,
          cells: [formatDayTime(from, place), number(total), ...counts.map(number)],
        })),
      }}
      empty={
        <>
          <strong>{tonight.noArrivals}</strong>
          {tonight.noArrivalsNext}
        </>
      }
      note={notes.filter((note) => typeof note === 'string').join(' ') || null}
    />
  );
}

export function TicketTypes({ figures }: Props): ReactElement {
  const { tonight, activity } = useWords();
  const { locale } = usePlace();
  const types = figures.ticket_types.filter(({ admitted, expected }) => admitted + expected > 0);
  const { few, rest } = largestFew(types, ({ expected }) => expected, MOST_BARS);
  const shown = few.map((type) => ({ ...type, name: type.name ?? tonight.noType }));
  const others = {
    name: tonight.others(formatNumber(rest.length, locale)),
    admitted: sum(rest.map(({ admitted }) => admitted)),
    expected: sum(rest.map(({ expected }) => expected)),
  };
  const share = (admitted: number, expected: number) =>
    formatShare(admitted, expected, locale) ?? '–';
  return (
    <ChartCard
      asTable={tonight.asTable}
      title={tonight.types}
      chart={
        <Bars
          role="accent"
          rows={[...shown, ...(rest.length > 0 ? [others] : [])].map((type) => ({
            key: type.name,
            name: type.name,
            figures: [
              `${formatNumber(type.admitted, locale)} / ${formatNumber(type.expected, locale)}`,
              share(type.admitted, type.expected),
            ].join(' · '),
            part: type.admitted,
            whole: type.expected,
          }))}
        />
      }
      table={{
        columns: [
          tonight.columns.type,
          activity.results.admitted,
          tonight.columns.tickets,
          tonight.columns.share,
        ],
        rows: types.map(({ name, admitted, expected }) => ({
          key: name ?? '',
          cells: [
            name ?? tonight.noType,
            formatNumber(admitted, locale),
            formatNumber(expected, locale),
            share(admitted, expected),
          ],
        })),
      }}
      empty={tonight.noTypes}
    />
  );
}

/** How many were inside, over time. */
export function Presence({ figures }: Props): ReactElement {
  const { tonight } = useWords();
  const place = usePlace();
  const capacity = useDoorState(({ station }) => station?.policy.capacity ?? null);
  const chart = presenceChart(figures.presence, figures.at);
  const number = (value: number) => formatNumber(value, place.locale);
  const { insideNow: inside, most, atMost: limit } = tonight;
  const texts = { ...axisTexts(place), inside, most, limit };
  return (
    <ChartCard
      asTable={tonight.asTable}
      wide
      title={tonight.presence}
      chart={
        chart === null ? <></> : <PresenceArea chart={chart} capacity={capacity} texts={texts} />
      }
      table={{
        columns: [tonight.columns.from, tonight.insideNow],
        rows: figures.presence.toReversed().map(({ from, inside: count }) => ({
          key: from,
          cells: [formatDayTime(from, place), number(count)],
        })),
      }}
      empty={tonight.noArrivals}
    />
  );
}

function axisTexts(place: ReturnType<typeof usePlace>): AxisTexts {
  return {
    number: (value) => formatNumber(value, place.locale),
    time: (millis) => formatTime(new Date(millis).toISOString(), place),
    offsetAt: (millis) => zoneOffsetMs(millis, place.zone),
  };
}

/** Which way guests passed each entry point. */
export function EntryPoints({ figures }: Props): ReactElement {
  const { tonight, actions, signal } = useWords();
  const { locale } = usePlace();
  const points = figures.entry_points.map(({ name, ...passed }) => ({
    ...passed,
    name: name ?? actions.boxOffice,
  }));
  const most = Math.max(...points.map(({ admitted }) => admitted));
  const number = (value: number) => formatNumber(value, locale);
  return (
    <ChartCard
      asTable={tonight.asTable}
      title={tonight.passed}
      chart={
        <Bars
          role="accent"
          rows={points.map(({ name, admitted, exits }) => ({
            key: name,
            name,
            figures: tonight.inAndOut(number(admitted), number(exits)),
            part: admitted,
            whole: most,
          }))}
        />
      }
      table={{
        columns: [actions.entryPoint, tonight.columns.in, signal.left],
        rows: points.map(({ name, admitted, exits }) => ({
          key: name,
          cells: [name, number(admitted), number(exits)],
        })),
      }}
      empty={tonight.noArrivals}
    />
  );
}

export function Denials({ figures }: Props): ReactElement {
  const words = useWords();
  const { tonight } = words;
  const { locale } = usePlace();
  const { denials } = figures;
  const all = sum(denials.map(({ scans }) => scans));
  const most = Math.max(...denials.map(({ scans }) => scans));
  const countAndShare = (scans: number) => [
    formatNumber(scans, locale),
    formatShare(scans, all, locale) ?? '–',
  ];
  return (
    <ChartCard
      asTable={tonight.asTable}
      title={
        all === 0
          ? words.activity.results.denied
          : `${words.activity.results.denied}: ${formatNumber(all, locale)}`
      }
      chart={
        <Bars
          role="no"
          rows={denials.map(({ reason, scans }) => ({
            key: reason ?? '',
            sign: <OutcomeShape signal={signalOf({ kind: 'denied', reason })} />,
            name: reasonWord(reason, words, locale),
            figures: countAndShare(scans).join(' · '),
            part: scans,
            whole: most,
          }))}
        />
      }
      table={{
        columns: [tonight.columns.reason, tonight.columns.scans, tonight.columns.share],
        rows: denials.map(({ reason, scans }) => ({
          key: reason ?? '',
          cells: [reasonWord(reason, words, locale), ...countAndShare(scans)],
        })),
      }}
      empty={tonight.noDenials}
    />
  );
}

type DenialReason = EventFigures['denials'][number]['reason'];

function reasonWord(reason: DenialReason, { tonight }: Words, locale: Locale): string {
  return reason === null || reason === 'scanning.allowed'
    ? tonight.otherReason
    : catalogues[locale].verdict[reason].name;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
