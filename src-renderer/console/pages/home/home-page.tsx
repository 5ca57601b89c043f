import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ReactElement } from 'react';
import type { HomeShown } from '../../../../shared/console/operation-results.ts';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../../components/section.tsx';
import { Trouble } from '../../components/trouble.tsx';
import { useMay } from '../../data/use-operations.ts';
import { useView } from '../../data/use-view.ts';
import { readListSearch } from '../../state/list-search.ts';
import { Attention } from './attention.tsx';
import { HomeStations } from './home-stations.tsx';
import styles from './home.module.css';

/** Loaded with the first evening that has begun. */
const EveningCharts = lazy(async () => ({
  default: (await import('./evening-charts.tsx')).EveningCharts,
}));

/** Tonight as it goes, or what comes next. */
export function HomePage(): ReactElement {
  const { home: words } = useWords();
  const { event } = readListSearch(useSearch({ strict: false }));
  const { data, error, refetch } = useView('home.show', event === undefined ? {} : { event }, {
    staysShown: true,
  });
  return (
    <Page title={words.title}>
      {data !== undefined ? (
        <Evening home={data} />
      ) : error !== null ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : (
        <Awaited />
      )}
    </Page>
  );
}

/** Where the evening will be, until it is read. */
function Awaited(): ReactElement {
  return (
    <>
      <div className={styles['evening']}>
        <Loading lines={5} />
      </div>
      <div className={styles['list']}>
        <Loading lines={1} />
      </div>
      <AwaitedCharts />
    </>
  );
}

function AwaitedCharts(): ReactElement {
  return (
    <div className={styles['charts']}>
      {['arrivals', 'denials'].map((chart) => (
        <div key={chart} className={styles['list']}>
          <Loading lines={8} />
        </div>
      ))}
    </div>
  );
}

function Evening({ home }: { readonly home: HomeShown }): ReactElement {
  const { tonight, events, stations, attention, at } = home;
  const hasBegun = tonight !== null && (tonight.is_today || tonight.admitted > 0);
  return (
    <>
      {tonight === null ? <FirstSteps /> : <Figures tonight={tonight} events={events} />}
      {(attention.length > 0 || tonight !== null) && <Attention attention={attention} />}
      {/* Together, so that nothing moves when the charts have come. */}
      <Suspense fallback={<AwaitedCharts />}>
        {hasBegun && (
          <div className={styles['charts']}>
            <EveningCharts tonight={tonight} at={at} />
          </div>
        )}
        {(stations.length > 0 || tonight !== null) && <HomeStations stations={stations} />}
      </Suspense>
    </>
  );
}

type Tonight = NonNullable<HomeShown['tonight']>;

function Figures({
  tonight,
  events,
}: {
  readonly tonight: Tonight;
  readonly events: HomeShown['events'];
}): ReactElement {
  const { home: words } = useWords();
  const formats = useFormats(tonight.timezone);
  const { reference, name, starts_at, is_today, sold, admitted, sessions } = tonight;
  const { inside, capacity } = tonight;
  return (
    <section className={styles['evening']} aria-label={name}>
      <header className={styles['head']}>
        <span className={styles['when']}>
          {is_today ? words.tonight : starts_at === null ? words.event : words.next}
          {starts_at !== null && ` · ${formats.dayTime(starts_at)}`}
        </span>
        <h2 className={styles['name']} dir="auto">
          <Link to={`/events/${reference}`}>{name}</Link>
        </h2>
        {events.length > 1 && (
          <nav className={styles['others']} aria-label={words.choose}>
            {events.map((one) => (
              <Link
                key={one.reference}
                to="/home"
                search={{ event: one.reference }}
                replace
                aria-current={one.reference === reference || undefined}
              >
                <Start evening={one} />
              </Link>
            ))}
          </nav>
        )}
      </header>
      <dl className={styles['figures']}>
        <div>
          <dt>{words.admitted}</dt>
          <dd>
            <strong className={styles['large']}>{formats.number(admitted)}</strong>{' '}
            {words.of(formats.number(sold))}
          </dd>
        </div>
        <div>
          <dt>{words.inside}</dt>
          <dd>
            <strong className={isFilling(inside, capacity) ? styles['filling'] : undefined}>
              {formats.number(inside)}
            </strong>
            {capacity !== null && ` ${words.ofCapacity(formats.number(capacity))}`}
          </dd>
        </div>
        {sessions.length > 1 &&
          sessions.map((session) => (
            <div key={session.reference}>
              <dt dir="auto">{session.name}</dt>
              <dd>
                <strong>{formats.number(session.admitted)}</strong>{' '}
                {words.of(formats.number(session.sold))}
              </dd>
            </div>
          ))}
      </dl>
      <progress
        className={styles['progress']}
        aria-label={words.admitted}
        max={Math.max(1, sold)}
        value={Math.min(admitted, sold)}
      />
    </section>
  );
}

/** Stations warn from then on as well. */
function isFilling(inside: number, capacity: number | null): boolean {
  return capacity !== null && inside >= capacity * 0.95;
}

/** An event to choose, and when it begins, since two may be called the same. */
function Start({ evening }: { readonly evening: HomeShown['events'][number] }): ReactElement {
  const { name, timezone, starts_at } = evening;
  const formats = useFormats(timezone);
  return (
    <>
      <bdi>{name}</bdi>
      {starts_at !== null && ` · ${formats.time(starts_at)}`}
    </>
  );
}

/** For who has no event yet: what this member may begin with. */
function FirstSteps(): ReactElement {
  const { home: words, events } = useWords();
  const may: Readonly<Record<string, boolean>> = {
    '/events': useMay('event.create'),
    '/orders': useMay('order.create'),
    '/stations': useMay('station.enrol'),
  };
  const steps = words.steps.filter(({ to }) => may[to]);
  if (!may['/events']) return <p className={styles['nothing']}>{events.empty}</p>;
  return (
    <Section title={words.first}>
      <ol className={styles['steps']}>
        {steps.map(({ to, title, what }) => (
          <li key={to}>
            <Link to={to}>{title}</Link>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
