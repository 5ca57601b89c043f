import { Lock, ShieldCheck } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { MAX_RELEASE_NOTE_LENGTH, MIN_REASON_LENGTH } from '../../../../shared/contract/limits.ts';
import type { ScanOutcome } from '../../../../shared/station/outcomes.ts';
import { Button } from '../../../components/button.tsx';
import { Field } from '../../../components/field.tsx';
import { useDoor, useDoorState, useNames, useWords } from '../../components/door-context.tsx';
import { PinForm } from '../../components/pin-form.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { askNewPin } from '../../state/door-actions.ts';
import type { CorrectionCommand } from '../../state/door-state.ts';
import { signWord } from '../../state/verdict/sign-word.ts';
import styles from './scan-sheet.module.css';

/** What only a supervisor decides: their PIN, and for what contradicts a verdict, why. */
export function CorrectionSheet({
  command,
  outcome,
}: {
  readonly command: CorrectionCommand;
  readonly outcome: ScanOutcome;
}): ReactElement {
  const door = useDoor();
  const words = useWords();
  const { corrections } = words;
  const { nameOf } = useNames();
  const hasPin = useDoorState(
    ({ station }) => station?.change_lock === 'pin' || station?.kiosk.on === true,
  );
  const hasOnlyDoor = useDoorState(({ station }) => station?.kiosk.on === true);
  const [note, setNote] = useState(('note' in command && command.note) || '');
  const [isShort, setShort] = useState(false);
  const title = {
    undo: corrections.undo,
    overrule: corrections.overrule,
    admit_held: corrections.admitHeld,
  }[command.kind];
  const needsNote = command.kind !== 'admit_held';
  return (
    <Sheet title={title}>
      <p className={styles['message']}>
        {outcome.holder !== null && <bdi>{nameOf(outcome.holder)} · </bdi>}
        {signWord(outcome, words)}
      </p>
      {hasPin ? (
        <PinForm
          isFirst={!needsNote}
          submit={
            <>
              <ShieldCheck size={20} aria-hidden="true" />
              {title}
            </>
          }
          send={async (pin) => {
            const why = note.trim();
            if (needsNote && why.length < MIN_REASON_LENGTH) {
              setShort(true);
              return null;
            }
            const result = await door.query(
              command.kind === 'admit_held' ? { ...command, pin } : { ...command, note: why, pin },
            );
            const { sheet } = door.store.getState();
            if (result.ok && sheet?.kind === 'correction' && sheet.command === command)
              door.store.setState({ sheet: null });
            return result;
          }}
        >
          {needsNote && (
            <Field
              label={corrections.reason}
              value={note}
              onChange={(text) => {
                setNote(text.slice(0, MAX_RELEASE_NOTE_LENGTH));
                setShort(false);
              }}
              hint={corrections.reasonHint}
              error={isShort ? corrections.reasonHint : null}
              autoFocus
            />
          )}
        </PinForm>
      ) : (
        <>
          <p className={styles['message']}>{corrections.noPin}</p>
          {!hasOnlyDoor && (
            <Button look="main" onPress={() => askNewPin(door)}>
              <Lock size={20} aria-hidden="true" />
              {words.changeLock.newPin}
            </Button>
          )}
        </>
      )}
    </Sheet>
  );
}
