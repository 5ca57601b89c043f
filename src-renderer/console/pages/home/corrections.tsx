import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { HomeShown } from '../../../../shared/console/operation-results.ts';
import layout from '../../../components/layout.module.css';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { useView } from '../../data/use-view.ts';
import styles from './home.module.css';

/** Of each kind; the lists have all. */
const MOST = 5;

interface Correction {
  readonly key: string;
  readonly scan: string | null;
  readonly at: string;
  readonly what: string;
  readonly by: readonly (string | null | undefined)[];
  readonly note: string | null;
}

/** The latest admissions that were undone, and those that a supervisor overruled: who, where, when and why. */
export function Corrections({
  tonight: { reference: event, timezone },
}: {
  readonly tonight: NonNullable<HomeShown['tonight']>;
}): ReactElement {
  const { home: words, scans, shell, tickets } = useWords();
  const formats = useFormats(timezone);
  const input = { event, limit: MOST };
  const undone = useView('release.list', { ...input, kind: 'mistake' }).data?.data ?? [];
  const overruled = useView('scan.list', { ...input, overruled: true }).data?.data ?? [];
  const corrections: readonly Correction[] = [
    ...undone.map((release) => ({
      key: release.reference,
      scan: release.scan,
      at: release.released_at,
      what: words.undone,
      by: [release.released_by ?? scans.staff, release.scanner_location?.name],
      note: release.note,
    })),
    ...overruled.map((scan) => ({
      key: scan.reference,
      scan: scan.reference,
      at: scan.scanned_at,
      what: shell.labelled(
        scans.overruled,
        tickets.reasons[scan.overruled?.reason ?? ''] ?? words.otherReason,
      ),
      by: [scan.overruled?.station ?? scans.staff, scan.scanner_location?.name],
      note: scan.overruled?.note ?? null,
    })),
  ].toSorted((one, other) => (one.at < other.at ? 1 : -1));
  return (
    <section className={`${layout['card']} ${styles['corrections']}`}>
      <header>
        <h3>{words.corrections}</h3>
        <Link to="/scans/ended" search={{ event, kind: 'mistake' }}>
          {words.allUndone}
        </Link>
        <Link to="/scans/overruled" search={{ event }}>
          {words.allOverruled}
        </Link>
      </header>
      {corrections.length === 0 ? (
        <p className={styles['nothing']}>{words.noCorrections}</p>
      ) : (
        <ul>
          {corrections.map(({ key, scan, at, what, by, note }) => (
            <li key={key}>
              <span>
                {scan === null ? what : <Link to={`/scans/${scan}`}>{what}</Link>}
                {by.map((one) => one && <bdi key={one}> · {one}</bdi>)}
              </span>
              <time dateTime={at}>{formats.time(at)}</time>
              {note !== null && <q dir="auto">{note}</q>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
