import { Hand, Lock, LockOpen } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { CommandResult } from '../../../../shared/station/results.ts';
import type { StationState } from '../../../../shared/station/state.ts';
import { Button } from '../../../components/button.tsx';
import { useDoor, useDoorState, useErrorText, useWords } from '../../components/door-context.tsx';
import { Facts } from '../../../components/facts.tsx';
import fields from '../../../components/field.module.css';
import { HoldButton } from '../../../components/hold-button.tsx';
import { NewPinForm, PinForm } from '../../components/pin-form.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Toggle } from '../../../components/toggle.tsx';
import type { LockedCommand, SheetName } from '../../state/door-state.ts';
import type { Words } from '../../i18n/en.ts';
import styles from './change-sheet.module.css';

interface Props {
  readonly command: LockedCommand;
  /** The sheet that this one was opened from, and goes back to. */
  readonly before: SheetName | null;
}

/** What is about to change, and what the change lock asks for first: the PIN, or a long press. */
export function ChangeSheet({ command, before }: Props): ReactElement {
  const door = useDoor();
  const words = useWords();
  const hasPin = useDoorState(({ station }) => station?.change_lock === 'pin');
  // What is now changes before the sheet closes.
  const [names] = useState(() => namesOf(command, door.store.getState().station, words));
  const title = words.changeLock.titles[command.kind];
  const finish = ({ ok }: CommandResult) => {
    const isOpen = () => {
      const { sheet } = door.store.getState();
      return sheet?.kind === 'change' && sheet.command === command;
    };
    if (ok && isOpen()) door.store.setState({ sheet: before });
  };
  const what =
    names === null ? (
      <p>{words.changeLock.offline}</p>
    ) : (
      <Facts
        facts={[
          { label: words.changeLock.now, value: names.now },
          { label: words.changeLock.next, value: names.next },
        ]}
      />
    );
  return (
    <Sheet title={title}>
      {hasPin ? (
        <PinForm
          submit={
            <>
              <LockOpen size={20} aria-hidden="true" />
              {title}
            </>
          }
          send={async (pin) => {
            const result = await door.query({ ...command, pin });
            finish(result);
            return result;
          }}
        >
          {what}
        </PinForm>
      ) : (
        <div className={styles['parts']}>
          {what}
          <Hold title={title} send={() => door.query(command)} finish={finish} />
        </div>
      )}
    </Sheet>
  );
}

interface HoldProps {
  readonly title: string;
  readonly send: () => Promise<CommandResult>;
  readonly finish: (result: CommandResult) => void;
}

/** A long press, or for people who cannot hold anything down: a switch and a press, each in its own place. */
function Hold({ title, send, finish }: HoldProps): ReactElement {
  const { changeLock } = useWords();
  const errorText = useErrorText();
  const pending = useRef<Promise<CommandResult>>(undefined);
  const [isPressed, setPressed] = useState(false);
  const [hint, setHint] = useState<'holdHint' | 'tooShort' | 'held'>('holdHint');
  const [problem, setProblem] = useState<string | null>(null);
  const end = async () => {
    const result = await pending.current;
    if (result === undefined) return;
    if (!result.ok) setProblem(errorText(result));
    finish(result);
  };
  const begin = () => {
    setProblem(null);
    pending.current = send();
  };
  return (
    <>
      {isPressed ? (
        <div className={styles['plain']}>
          <Button
            look="main"
            onPress={() => {
              begin();
              void end();
            }}
          >
            {title}
          </Button>
        </div>
      ) : (
        <HoldButton
          onHeld={() => {
            begin();
            setHint('held');
          }}
          onReleased={() => void end()}
          onTooShort={() => setHint('tooShort')}
        >
          <Hand size={20} aria-hidden="true" />
          {changeLock.options.hold}
        </HoldButton>
      )}
      {problem !== null && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      <p role="status" className={styles['say']}>
        {isPressed ? '' : changeLock[hint]}
      </p>
      <Toggle label={changeLock.press} isOn={isPressed} onChange={setPressed} />
    </>
  );
}

/** The names of what is now and of what it will be; null if there is nothing to name. */
function namesOf(
  command: LockedCommand,
  station: StationState | null,
  { changeLock, actions }: Words,
): { readonly now: string; readonly next: string } | null {
  switch (command.kind) {
    case 'select_event':
      return { now: station?.event?.name ?? '–', next: named(station?.events, command.event) };
    case 'select_entry_point': {
      const { location } = command;
      const next = location === null ? actions.boxOffice : named(station?.entry_points, location);
      return { now: station?.entry_point?.name ?? actions.boxOffice, next };
    }
    case 'set_change_lock':
      return { now: changeLock.options.pin, next: changeLock.options[command.lock] };
    case 'set_mode':
      return null;
    default:
      return assertNever(command);
  }
}

function named(
  all: readonly { readonly reference: string; readonly name: string }[] = [],
  wanted: string,
): string {
  return all.find(({ reference }) => reference === wanted)?.name ?? '–';
}

interface NewPinProps {
  /** The sheet that asked for it. */
  readonly before: SheetName | null;
}

/** Sets the PIN of the change lock. */
export function NewPinSheet({ before }: NewPinProps): ReactElement {
  const door = useDoor();
  const { changeLock: words, kiosk } = useWords();
  const set = async (pin: string) => {
    const { ok } = await door.ask({ kind: 'set_change_lock', lock: 'pin', pin });
    const { sheet } = door.store.getState();
    if (ok && sheet?.kind === 'newPin') door.store.setState({ sheet: before });
  };
  return (
    <Sheet title={words.newPin}>
      <div className={fields['form']}>
        <NewPinForm
          onChosen={(pin) => void set(pin)}
          submit={
            <>
              <Lock size={20} aria-hidden="true" />
              {words.newPin}
            </>
          }
        >
          <p className={fields['hint']}>{words.newPinIntro}</p>
        </NewPinForm>
        <p className={fields['hint']}>{kiosk.forgotten}</p>
      </div>
    </Sheet>
  );
}
