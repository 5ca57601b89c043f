import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { HomeShown } from '../../../../shared/console/operation-results.ts';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { Section } from '../../../components/section.tsx';
import { Status } from '../../components/status.tsx';
import { useMay } from '../../data/use-operations.ts';
import { useNow } from '../../data/use-now.ts';
import styles from './home.module.css';

type Station = HomeShown['stations'][number];

/** A clock that is off by less changes no verdict. */
const RIGHT_MS = 2_000;

/** The fleet: what each station has still to send, how old its data are, and its clock. */
export function HomeStations({
  stations,
}: {
  readonly stations: readonly Station[];
}): ReactElement {
  const { home: words } = useWords();
  const mayEnrol = useMay('station.enrol');
  return (
    <Section title={words.stations}>
      {stations.length === 0 ? (
        <p className={styles['nothing']}>
          {words.noStations} {mayEnrol && <Link to="/stations">{words.addStation}</Link>}
        </p>
      ) : (
        <ul className={styles['stations']}>
          {stations.map((station) => (
            <li key={station.client_id}>
              <StationCard station={station} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function StationCard({ station }: { readonly station: Station }): ReactElement {
  const { home: words, stations } = useWords();
  const formats = useFormats();
  const now = useNow();
  const { client_id, name, last_heartbeat_at, queued, data_at, clock_offset_ms } = station;
  const seconds = (ms: number) => formats.number(Math.round(Math.abs(ms) / 100) / 10);
  return (
    <>
      <header>
        <Link to={`/stations/${client_id}`} dir="auto">
          {name}
        </Link>
        <StationState station={station} />
      </header>
      {last_heartbeat_at !== null && (
        <dl>
          <dt>{stations.seen}</dt>
          <dd>{formats.ago(last_heartbeat_at, now)}</dd>
          <dt>{words.queued}</dt>
          <dd>{queued === null ? '–' : formats.number(queued)}</dd>
          <dt>{words.data}</dt>
          <dd>{data_at === null ? '–' : formats.ago(data_at, now)}</dd>
          <dt>{words.clock}</dt>
          <dd>
            {clock_offset_ms === null
              ? '–'
              : Math.abs(clock_offset_ms) < RIGHT_MS
                ? words.onTime
                : words.off(seconds(clock_offset_ms))}
          </dd>
        </dl>
      )}
    </>
  );
}

function StationState({
  station: { last_heartbeat_at, is_silent, needs_attention },
}: {
  readonly station: Station;
}): ReactElement {
  const { stations: words } = useWords();
  if (last_heartbeat_at === null) return <Status tone="plain" text={words.never} />;
  if (is_silent) return <Status tone="no" text={words.silent} />;
  return (needs_attention ?? 0) > 0 ? (
    <Status tone="waiting" text={words.attention} />
  ) : (
    <Status tone="ok" text={words.connected} />
  );
}
