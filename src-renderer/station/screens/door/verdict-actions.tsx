import {
  ArrowLeftToLine,
  Check,
  LogOut,
  ShieldCheck,
  Undo2,
  UserPlus,
  Users,
  X,
} from 'lucide-react';
import type { ReactElement } from 'react';
import type { ScanOutcome } from '../../../../shared/station/outcomes.ts';
import { Button } from '../../../components/button.tsx';
import { ActionButton } from '../../components/action-button.tsx';
import {
  useDoor,
  useDoorState,
  useNames,
  usePlace,
  useWords,
} from '../../components/door-context.tsx';
import {
  admitAgain,
  isOverrulable,
  isUndoable,
  openCorrection,
  undo,
} from '../../state/door-actions.ts';
import { LabelButton } from '../../components/label-button.tsx';
import { keyFactOf } from '../../components/key-fact.ts';
import { OutcomeShape } from '../../components/outcome-shape.tsx';
import { roleOf, signalOf } from '../../state/verdict/outcome-signal.ts';
import { joinFacts } from '../../state/verdict/fact-words.ts';
import { signWord } from '../../state/verdict/sign-word.ts';
import {
  awaitsCheck,
  signalOfEntry,
  type ShownVerdict,
} from '../../state/verdict/verdict-board.ts';
import { Keys } from '../../../components/keys.tsx';
import { shortcutLabels } from '../../state/shortcuts.ts';
import { LookUpButton } from './look-up-button.tsx';
import roles from '../../components/role.module.css';
import styles from './verdict-actions.module.css';

/** What can be done about the shown verdict. */
export function VerdictActions({ verdict }: { readonly verdict: ShownVerdict }): ReactElement {
  const { entry } = verdict;
  return (
    <>
      <LookUpButton signal={signalOfEntry(entry)} />
      {entry.kind === 'outcome' &&
        (awaitsCheck(entry.outcome) ? (
          <CheckName key={verdict.serial} outcome={entry.outcome} />
        ) : (
          // What is about another verdict must not take over the focus of what was pressed.
          <OutcomeActions key={`${verdict.serial} checked`} outcome={entry.outcome} />
        ))}
    </>
  );
}

interface Props {
  readonly outcome: ScanOutcome;
}

/** The first has the focus, so that Enter presses it; a sheet keeps the focus. */
export function CheckName({ outcome }: Props): ReactElement {
  const door = useDoor();
  const { corrections: words } = useWords();
  const hasSheet = useDoorState(({ sheet }) => sheet !== null);
  return (
    <>
      <Button look="main" autoFocus={!hasSheet} onPress={() => door.checkName(outcome.reference)}>
        <Check size={20} aria-hidden="true" />
        <span>{words.nameChecked}</span>
        {!hasSheet && <Keys keys={['⏎']} />}
      </Button>
      <Button onPress={() => void undo(door, outcome, words.notThisPerson)}>
        <X size={20} aria-hidden="true" />
        {words.notThisPerson}
      </Button>
    </>
  );
}

function OutcomeActions({ outcome }: Props): ReactElement | null {
  const door = useDoor();
  const { corrections: words } = useWords();
  const station = useDoorState((state) => state.station);
  const { ticket, reference } = outcome;
  if (outcome.kind === 'held' && ticket !== null) {
    return (
      <Button onPress={() => openCorrection(door, { kind: 'admit_held', ticket }, outcome)}>
        <UserPlus size={20} aria-hidden="true" />
        {words.admitHeld}
      </Button>
    );
  }
  if (isOverrulable(outcome, station)) {
    return (
      <>
        {outcome.reason === 'scanning.already_scanned' &&
          station?.entry_point?.direction === 'both' && (
            <ActionButton action="direction" label={words.turnOut}>
              <LogOut size={20} aria-hidden="true" />
              {words.turnOut}
            </ActionButton>
          )}
        <Button
          onPress={() => openCorrection(door, { kind: 'overrule', scan: reference }, outcome)}
        >
          <ShieldCheck size={20} aria-hidden="true" />
          {words.overrule}
        </Button>
      </>
    );
  }
  if (outcome.kind === 'admitted' && outcome.released !== undefined && ticket !== null) {
    return (
      <>
        <Button onPress={() => admitAgain(door, outcome)}>
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
      <LabelButton of={outcome} />
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

function rankOf({ kind }: ScanOutcome): number {
  return kind === 'admitted' ? 1 : 0;
}

/** What became of the tickets of an order, above the actions. */
export function OrderResult(): ReactElement | null {
  const door = useDoor();
  const words = useWords();
  const place = usePlace();
  const { nameOf } = useNames();
  const order = useDoorState((state) => state.order);
  if (order === null) return null;
  const admitted = order.filter(({ kind }) => kind === 'admitted').length;
  // Who stays outside comes first: a phone shows a few lines.
  const shown = order.toSorted((one, other) => rankOf(one) - rankOf(other));
  return (
    <div className={styles['order']} role="status">
      <p className={styles['sum']}>{words.corrections.ofOrder(admitted, order.length)}</p>
      <ul>
        {shown.map((outcome) => {
          const signal = signalOf(outcome);
          const why = keyFactOf(outcome, words, place, null);
          const { kind, ticket } = outcome;
          const name = outcome.holder === null ? ticket : nameOf(outcome.holder);
          return (
            <li key={outcome.reference} className={styles['one']}>
              <span className={`${roles['role']} ${styles['shape']}`} data-role={roleOf(signal)}>
                <OutcomeShape signal={signal} />
              </span>
              <span>
                <bdi>{name}</bdi>: {joinFacts([signWord(outcome, words), why && why.value])}
              </span>
              {kind === 'held' && ticket !== null && (
                <Button
                  aria-label={`${words.corrections.admitHeld}: ${name}`}
                  onPress={() => openCorrection(door, { kind: 'admit_held', ticket }, outcome)}
                >
                  {words.corrections.admitHeld}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
