import { Lock, LockOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import fields from '../../../components/field.module.css';
import { NewPinForm, PinForm } from '../../components/pin-form.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { isKiosk } from '../../state/door-state.ts';
import { enterFullScreen } from '../../state/stay-in-front.ts';

/** Enters kiosk mode, and leaves it with the same PIN. */
export function KioskSheet(): ReactElement {
  const isOn = useDoorState(isKiosk);
  return isOn ? <Leave /> : <Enter />;
}

/** A station whose change lock has a PIN needs no other. */
function Enter(): ReactElement {
  const door = useDoor();
  const { kiosk: words, actions } = useWords();
  const hasPin = useDoorState(({ station }) => station?.change_lock === 'pin');
  const intro = <p className={fields['hint']}>{words.intro}</p>;
  const submit = (
    <>
      <Lock size={20} aria-hidden="true" />
      {words.enter}
    </>
  );
  const enterWith = async (pin: string) => {
    const result = await door.query({ kind: 'enter_kiosk', pin });
    if (result.ok) enterFullScreen();
    return result;
  };
  return (
    <Sheet title={actions.kiosk}>
      <div className={fields['form']}>
        {hasPin ? (
          <PinForm submit={submit} send={enterWith}>
            {intro}
          </PinForm>
        ) : (
          <NewPinForm
            submit={submit}
            onChosen={(pin) => {
              enterFullScreen();
              void door.ask({ kind: 'enter_kiosk', pin });
            }}
          >
            {intro}
          </NewPinForm>
        )}
        <p className={fields['hint']}>{words.escape}</p>
        {!hasPin && <p className={fields['hint']}>{words.forgotten}</p>}
      </div>
    </Sheet>
  );
}

function Leave(): ReactElement {
  const door = useDoor();
  const { kiosk: words } = useWords();
  return (
    <Sheet title={words.leave}>
      <PinForm
        submit={
          <>
            <LockOpen size={20} aria-hidden="true" />
            {words.leave}
          </>
        }
        send={(pin) => door.query({ kind: 'leave_kiosk', pin })}
      />
    </Sheet>
  );
}
