import { FileUp, QrCode, ScanLine, LogOut } from 'lucide-react';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { CommandResult } from '../../../../shared/station/results.ts';
import type { StationState } from '../../../../shared/station/state.ts';
import { ActionButton } from '../../components/action-button.tsx';
import { Button } from '../../../components/button.tsx';
import { useDoor, useDoorState, useErrorText, useWords } from '../../components/door-context.tsx';
import { ImportProgress } from '../../components/import-progress.tsx';
import { useServerHere } from '../../components/use-server-here.ts';
import { CommandLine } from '../../../components/command-line.tsx';
import { useDroppedFile } from '../../../components/use-dropped-file.ts';
import { useScrollable } from '../../../components/use-scrollable.ts';
import { adviceOn, diagnose } from '../../state/diagnosis.ts';
import { isKiosk, turns } from '../../state/door-state.ts';
import { Kept } from './verdict-actions.tsx';
import styles from './idle-panel.module.css';

/** Fills the verdict's place while there is none. */
export function IdlePanel(): ReactElement {
  const words = useWords();
  const isAway = useDoorState(({ transport }) => transport !== 'present');
  const checking = useDoorState((state) => state.checking);
  const unanswered = useDoorState((state) => state.unanswered);
  const importing = useDoorState(({ importNow }) => importNow !== null);
  const isOut = useDoorState(({ station }) => station?.direction === 'out');
  const hasNoTickets = useDoorState(({ station }) => isEmptyEvent(station));
  if (isAway) {
    return (
      <Idle title={words.idle.connecting} next={words.idle.awayNext} busy>
        {unanswered > 0 && <p className={styles['kept']}>{words.idle.kept(unanswered)}</p>}
      </Idle>
    );
  }
  if (checking)
    return <Idle title={words.verdict.checking} next={words.verdict.checkingNext} busy />;
  if (importing) {
    return (
      <Idle title={words.idle.loading} next={words.idle.loadingNext} busy>
        <ImportProgress />
        <ImportTrouble />
      </Idle>
    );
  }
  if (isOut) return <WayOut />;
  return hasNoTickets ? <NoTickets /> : <Ready />;
}

/** Unmistakably not the way in. */
function WayOut(): ReactElement {
  const { corrections: words } = useWords();
  const mayTurn = useDoorState((state) => !isKiosk(state) || turns(state));
  return (
    <Idle title={words.outTitle} next={words.outNext} isOut>
      {mayTurn && (
        <ActionButton action="direction" label={words.turnIn}>
          {words.turnIn}
        </ActionButton>
      )}
      <Kept />
    </Idle>
  );
}

function Ready(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const { server } = useServerHere();
  return (
    <Idle title={words.idle.ready} next={words.idle.readyNext}>
      {server?.samples !== undefined && (
        <Button onPress={() => door.store.setState({ sheet: { kind: 'samples' } })}>
          <QrCode size={20} aria-hidden="true" />
          {words.samples.show}
        </Button>
      )}
    </Idle>
  );
}

/** A whole event without a ticket: whoever runs the server imports them, here in its console. */
function NoTickets(): ReactElement {
  const words = useWords();
  const event = useDoorState(({ station }) => station?.event?.reference ?? 'EVT');
  const { server } = useServerHere();
  if (server !== null) return <ImportHere event={event} />;
  return (
    <Idle title={words.idle.noTickets} next={words.idle.noTicketsNext}>
      <CommandLine text={`gatehouse import FILE.csv --event ${event}`} />
    </Idle>
  );
}

/**
 * Leads to the console's import page instead of having one of its own: an import needs whoever is signed in there, and this page stays small. A file that
 * is dropped here leads there as well; nothing can hand it over to a page of another program.
 */
function ImportHere({ event }: { readonly event: string }): ReactElement {
  const door = useDoor();
  const words = useWords();
  const errorText = useErrorText();
  const [result, setResult] = useState<CommandResult | null>(null);
  const open = async () => {
    const result = await door.query({ kind: 'open_import', event });
    setResult(result);
    if ('console' in result) window.open(result.console, '_blank', 'noreferrer');
  };
  const isOver = useDroppedFile(() => void open());
  const isOpened = result?.ok === true;
  const next = isOpened ? words.idle.importOpened : words.idle.noTicketsHere;
  return (
    <Idle title={words.idle.noTickets} next={next} busy={isOver}>
      <Button onPress={() => void open()}>
        <FileUp size={20} aria-hidden="true" />
        {words.idle.importTickets}
      </Button>
      {result !== null && !result.ok && <p className={styles['next']}>{errorText(result)}</p>}
      {result !== null && 'console' in result && (
        // Where the browser has opened none. Its address may let somebody sign in, so it is not written here.
        <a href={result.console} target="_blank" rel="noreferrer" className={styles['address']}>
          {new URL(result.console).host}/console
        </a>
      )}
    </Idle>
  );
}

/** Known only once everything has arrived. */
function isEmptyEvent(station: StationState | null): boolean {
  if (station === null || station.phase.kind !== 'ready') return false;
  const { expected, admitted_total: admitted } = station.counters;
  return expected === 0 && admitted === 0 && station.sync.fresh_at.tickets !== null;
}

interface IdleProps {
  readonly title: string;
  readonly next: string;
  readonly busy?: boolean;
  readonly isOut?: boolean;
  readonly children?: ReactNode;
}

function Idle({ title, next, busy = false, isOut = false, children }: IdleProps): ReactElement {
  const Icon = isOut ? LogOut : ScanLine;
  return (
    <div {...useScrollable<HTMLDivElement>()} className={styles['idle']} data-out={isOut}>
      <Icon className={styles['icon']} data-busy={busy} aria-hidden="true" />
      <p className={styles['title']}>{title}</p>
      {children}
      <p className={styles['next']}>{next}</p>
    </div>
  );
}

/** Why the progress has stopped. The station sheet says what to do. */
function ImportTrouble(): ReactElement | null {
  const words = useWords();
  const station = useDoorState((state) => state.station);
  const diagnosis = station === null ? null : diagnose(station);
  if (station === null || diagnosis === null) return null;
  return <p className={styles['trouble']}>{adviceOn(diagnosis, station, words).what}</p>;
}
