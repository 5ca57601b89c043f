import { ArrowLeftToLine, ShieldCheck, Undo2, UserPlus, Users } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ScanOutcome } from '../../../../shared/station/outcomes.ts';
import { Button } from '../../../components/button.tsx';
import { ActionButton } from '../../components/action-button.tsx';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import {
  admitAgain,
  isOverrulable,
  isUndoable,
  openCorrection,
  undo,
} from '../../state/door-actions.ts';
import { signWord } from '../../state/verdict/sign-word.ts';
import { signalOfEntry, type ShownVerdict } from '../../state/verdict/verdict-board.ts';
import { Keys } from '../../../components/keys.tsx';
import { shortcutLabels } from '../../state/shortcuts.ts';
import { LookUpButton } from './look-up-button.tsx';
import styles from './verdict-actions.module.css';

/** What can be done about the shown verdict. */
export function VerdictActions({ verdict }: { readonly verdict: ShownVerdict }): ReactElement {
  const { entry } = verdict;
  return (
    <>
      <LookUpButton signal={signalOfEntry(entry)} />
      {entry.kind === 'outcome' && <OutcomeActions outcome={entry.outcome} />}
    </>
  );
}

interface Props {
  readonly outcome: ScanOutcome;
}

function OutcomeActions({ outcome }: Props): ReactElement | null {
  const door = useDoor();
  const { corrections: words } = useWords();
  const station = useDoorState((state) => state.station);
  const { ticket, reference } = outcome;
  if (outcome.kind === 'held' && ticket !== null) {
    return (
      <Button onPress={() => openCorrection(door, { kind: 'admit_held', ticket })}>
        <UserPlus size={20} aria-hidden="true" />
        {words.admitHeld}
      </Button>
    );
  }
  if (isOverrulable(outcome, station)) {
    return (
      <Button onPress={() => openCorrection(door, { kind: 'overrule', scan: reference })}>
        <ShieldCheck size={20} aria-hidden="true" />
        {words.overrule}
      </Button>
    );
  }
  if (outcome.kind === 'admitted' && outcome.released !== undefined && ticket !== null) {
    return (
      <>
        <Button onPress={() => admitAgain(door, ticket)}>
          <ArrowLeftToLine size={20} aria-hidden="true" />
          {words.admitAgain}
        </Button>
        <Kept />
      </>
    );
  }
  return isUndoable(outcome) ? (
    <>
      <Companions scan={reference} />
      <Button onPress={() => void undo(door, outcome)}>
        <Undo2 size={20} aria-hidden="true" />
        {words.undo}
      </Button>
    </>
  ) : null;
}

/** A server that takes no releases. */
export function Kept(): ReactElement | null {
  const { corrections: words } = useWords();
  const takesReleases = useDoorState(({ station }) => station?.policy.releases !== false);
  return takesReleases ? null : <p className={styles['kept']}>{words.kept}</p>;
}

/** The other tickets of the order: an offer, then what came of it. */
function Companions({ scan }: { readonly scan: string }): ReactElement | null {
  const words = useWords();
  const companions = useDoorState((state) => state.companions);
  if (companions?.scan !== scan) return null;
  return (
    <ActionButton action="admitOrder" label={words.corrections.inOrder(companions.others)}>
      <Users size={20} aria-hidden="true" />
      <span>{words.corrections.admitAll(companions.others + 1)}</span>
      <Keys keys={shortcutLabels.admitOrder} />
    </ActionButton>
  );
}

/** What became of the tickets of an order, above the actions. */
export function OrderResult(): ReactElement | null {
  const words = useWords();
  const order = useDoorState((state) => state.order);
  if (order === null) return null;
  const admitted = order.filter(({ kind }) => kind === 'admitted').length;
  const others = order.filter(({ kind }) => kind !== 'admitted');
  return (
    <div className={styles['order']} role="status">
      <p className={styles['sum']}>{words.corrections.ofOrder(admitted, order.length)}</p>
      <ul>
        {others.map((outcome) => (
          <li key={outcome.reference}>
            <bdi>{outcome.holder ?? outcome.ticket}</bdi>: {signWord(outcome, words)}
          </li>
        ))}
      </ul>
    </div>
  );
}
