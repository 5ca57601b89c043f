import type { ReactElement } from 'react';
import type { HomeShown } from '../../../../shared/console/operation-results.ts';
import { zoneOffsetMs } from '../../../../shared/zone-offset.ts';
import { ArrivalsArea } from '../../../components/charts/arrivals-area.tsx';
import { arrivalsChart, arrivalsTable } from '../../../components/charts/arrivals.ts';
import { Bars } from '../../../components/charts/bars.tsx';
import { ChartCard } from '../../../components/charts/chart-card.tsx';
import { PresenceArea } from '../../../components/charts/presence-area.tsx';
import { presenceChart } from '../../../components/charts/presence.ts';
import type { AxisTexts } from '../../../components/charts/stepped-areas.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { choiceWord } from '../../state/choice-word.ts';
import { Corrections } from './corrections.tsx';

type Tonight = NonNullable<HomeShown['tonight']>;

/** When people came, why others were refused, how many were inside, who passed which entry point, and what was put right. */
export function EveningCharts({
  tonight,
  at,
}: {
  readonly tonight: Tonight;
  readonly at: string;
}): ReactElement {
  return (
    <>
      <Arrivals tonight={tonight} at={at} />
      <Denials denials={tonight.denials} />
      <Inside tonight={tonight} at={at} />
      <Doors doors={tonight.doors} />
      <Corrections tonight={tonight} />
    </>
  );
}

function Arrivals({
  tonight: { arrivals, timezone },
  at,
}: {
  readonly tonight: Tonight;
  readonly at: string;
}): ReactElement {
  const { home: words } = useWords();
  const formats = useFormats(timezone);
  const chart = arrivalsChart({ arrivals: [...arrivals], at });
  const { places, rows } = arrivalsTable({ arrivals: [...arrivals] });
  const texts = {
    ...axisTexts(formats),
    total: words.total,
    boxOffice: words.boxOffice,
    others: words.others,
  };
  return (
    <ChartCard
      asTable={words.asTable}
      title={words.arrivals}
      chart={chart === null ? <></> : <ArrivalsArea chart={chart} texts={texts} />}
      table={{
        columns: [words.from, words.total, ...places.map((name) => name ?? words.boxOffice)],
        rows: rows.map(({ from, total, counts }) => ({
          key: from,
          cells: [formats.dayTime(from), ...[total, ...counts].map(formats.number)],
        })),
      }}
      empty={
        <>
          <strong>{words.noArrivals}</strong>
          {words.noArrivalsNext}
        </>
      }
      note={chart?.isCut === true ? words.lastDay : null}
    />
  );
}

function axisTexts(formats: ReturnType<typeof useFormats>): AxisTexts {
  return {
    number: formats.number,
    time: (millis) => formats.time(new Date(millis).toISOString()),
    offsetAt: (millis) => zoneOffsetMs(millis, formats.zone),
  };
}

/** How many were inside, over time. */
function Inside({
  tonight: { presence, capacity, timezone },
  at,
}: {
  readonly tonight: Tonight;
  readonly at: string;
}): ReactElement {
  const { home: words } = useWords();
  const formats = useFormats(timezone);
  const chart = presenceChart(presence, at);
  const texts = {
    ...axisTexts(formats),
    inside: words.inside,
    most: words.most,
    limit: words.atMost,
  };
  return (
    <ChartCard
      asTable={words.asTable}
      title={words.presence}
      chart={
        chart === null ? <></> : <PresenceArea chart={chart} capacity={capacity} texts={texts} />
      }
      table={{
        columns: [words.from, words.insideThen],
        rows: presence.toReversed().map(({ from, inside }) => ({
          key: from,
          cells: [formats.dayTime(from), formats.number(inside)],
        })),
      }}
      empty={words.noArrivals}
    />
  );
}

/** Why people were refused, most often first. */
function Denials({ denials }: { readonly denials: Tonight['denials'] }): ReactElement {
  const { home: words, tickets } = useWords();
  const formats = useFormats();
  const nameOf = (reason: string) => tickets.reasons[reason] ?? words.otherReason;
  return (
    <ChartCard
      asTable={words.asTable}
      title={words.denials}
      chart={
        <Bars
          role="no"
          rows={denials.map(({ reason, scans }) => ({
            key: reason,
            name: nameOf(reason),
            figures: formats.number(scans),
            part: scans,
            whole: denials[0]?.scans ?? 0,
          }))}
        />
      }
      table={{
        columns: [words.reason, words.scans],
        rows: denials.map(({ reason, scans }) => ({
          key: reason,
          cells: [nameOf(reason), formats.number(scans)],
        })),
      }}
      empty={words.noDenials}
    />
  );
}

/** Who came in and went out, by entry point. */
function Doors({ doors }: { readonly doors: Tonight['doors'] }): ReactElement {
  const { home: words, events, operations } = useWords();
  const formats = useFormats();
  const most = Math.max(0, ...doors.map(({ admitted }) => admitted));
  const nameOf = (entryPoint: string | null) => entryPoint ?? words.boxOffice;
  return (
    <ChartCard
      asTable={words.asTable}
      title={words.doors}
      chart={
        <Bars
          role="accent"
          rows={doors.map(({ entry_point, admitted, exits }) => ({
            key: String(entry_point),
            name: nameOf(entry_point),
            figures: words.inAndOut(formats.number(admitted), formats.number(exits)),
            part: admitted,
            whole: most,
          }))}
        />
      }
      table={{
        columns: [
          events.entryPoints.name,
          choiceWord(operations, 'direction', 'in'),
          choiceWord(operations, 'direction', 'out'),
        ],
        rows: doors.map(({ entry_point, admitted, exits }) => ({
          key: String(entry_point),
          cells: [nameOf(entry_point), formats.number(admitted), formats.number(exits)],
        })),
      }}
      empty={words.noArrivals}
    />
  );
}
