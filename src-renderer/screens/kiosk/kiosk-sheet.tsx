import { Delete, Lock, LockOpen } from 'lucide-react';
import {
  type Dispatch,
  type FormEvent,
  type ReactElement,
  type SetStateAction,
  useState,
} from 'react';
import { FieldError, Form, Input, Label, Text, TextField } from 'react-aria-components';
import { KIOSK_PIN } from '../../../shared/station/commands.ts';
import { Button } from '../../components/button.tsx';
import {
  useDoor,
  useDoorState,
  useNow,
  usePlace,
  useWords,
} from '../../components/door-context.tsx';
import fields from '../../components/field.module.css';
import { Sheet } from '../../components/sheet.tsx';
import { isKiosk } from '../../state/door-state.ts';
import { enterFullScreen } from '../../state/full-screen.ts';
import { formatAge } from '../../state/i18n/format.ts';
import styles from './kiosk-sheet.module.css';

/** Enters kiosk mode, and leaves it with the same PIN. */
export function KioskSheet(): ReactElement {
  const isOn = useDoorState(isKiosk);
  return isOn ? <Leave /> : <Enter />;
}

function Enter(): ReactElement {
  const door = useDoor();
  const { kiosk: words, actions } = useWords();
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  // The last focused field: tabbing to the keypad leaves the field but still means it.
  const [setFilled, fill] = useState<SetPin>(() => setPin);
  const enter = (event: FormEvent) => {
    event.preventDefault();
    if (!KIOSK_PIN.test(pin)) setProblem(words.digits);
    else if (pin !== again) setProblem(words.differ);
    else {
      setProblem(null);
      enterFullScreen();
      void door.ask({ kind: 'enter_kiosk', pin });
    }
  };
  return (
    <Sheet title={actions.kiosk}>
      <Form onSubmit={enter} className={fields['form'] ?? ''}>
        <p className={fields['hint']}>{words.intro}</p>
        <PinField
          label={words.choose}
          value={pin}
          onChange={setPin}
          onFocus={() => fill(() => setPin)}
          hint={words.digits}
          autoFocus
        />
        <PinField
          label={words.again}
          value={again}
          onChange={setAgain}
          onFocus={() => fill(() => setAgain)}
          problem={problem}
        />
        <Keypad setPin={setFilled} />
        <Button type="submit" look="main">
          <Lock size={20} aria-hidden="true" />
          {words.enter}
        </Button>
        <p className={fields['hint']}>{words.escape}</p>
        <p className={fields['hint']}>{words.forgotten}</p>
      </Form>
    </Sheet>
  );
}

function Leave(): ReactElement {
  const door = useDoor();
  const { kiosk: words } = useWords();
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const wait = useWait();
  const leave = async (event: FormEvent) => {
    event.preventDefault();
    if (!KIOSK_PIN.test(pin)) {
      setProblem(words.digits);
      return;
    }
    setPin('');
    const answer = await door.query({ kind: 'leave_kiosk', pin });
    if (!answer.ok) setProblem(answer.code === 'kiosk.wrong_pin' ? words.wrong : words.notYet);
  };
  return (
    <Sheet title={words.leave}>
      <Form onSubmit={(event) => void leave(event)} className={fields['form'] ?? ''}>
        <PinField
          label={words.pin}
          value={pin}
          onChange={(value) => {
            setPin(value);
            setProblem(null);
          }}
          problem={wait === null ? problem : null}
          autoFocus
        />
        <Keypad setPin={setPin} />
        {wait !== null && (
          <p className={fields['error']} role="status">
            {words.wait(wait)}
          </p>
        )}
        <Button type="submit" look="main" isDisabled={wait !== null}>
          <LockOpen size={20} aria-hidden="true" />
          {words.leave}
        </Button>
        <p className={fields['hint']}>{words.forgotten}</p>
      </Form>
    </Sheet>
  );
}

const LONGEST_PIN = 8;

/** How long PINs are refused; null if they are accepted. */
function useWait(): string | null {
  const { locale } = usePlace();
  const now = useNow();
  const until = useDoorState(({ station }) => station?.kiosk.wait_until ?? null);
  const leftMs = until === null ? 0 : Date.parse(until) - now;
  return leftMs > 0 ? formatAge(leftMs + ROUND_UP_MS, locale) : null;
}

/** A wait is never shown as zero. */
const ROUND_UP_MS = 999;

interface PinFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onFocus?: () => void;
  readonly hint?: string;
  readonly problem?: string | null;
  readonly autoFocus?: boolean;
}

function PinField(props: PinFieldProps): ReactElement {
  const { label, value, onChange, onFocus, hint, problem = null, autoFocus = false } = props;
  return (
    <TextField
      className={fields['field'] ?? ''}
      type="password"
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={(text) => onChange(text.replaceAll(/\D/g, '').slice(0, LONGEST_PIN))}
      {...(onFocus !== undefined && { onFocus })}
      isInvalid={problem !== null}
      validationBehavior="aria"
      autoFocus={autoFocus}
    >
      <Label className={fields['label'] ?? ''}>{label}</Label>
      <Input className={`${fields['input']} ${fields['code']}`} />
      {hint !== undefined && (
        <Text slot="description" className={fields['hint'] ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={fields['error'] ?? ''}>{problem}</FieldError>
    </TextField>
  );
}

type SetPin = Dispatch<SetStateAction<string>>;

/** For a screen without a keyboard: pressing a digit keeps the focus in its field. */
function Keypad({ setPin }: { readonly setPin: SetPin }): ReactElement {
  const { kiosk: words } = useWords();
  return (
    <div role="group" aria-label={words.keypad} className={styles['keypad']}>
      {Array.from('1234567890', (digit) => (
        <Button
          key={digit}
          preventFocusOnPress
          onPress={() => setPin((before) => `${before}${digit}`.slice(0, LONGEST_PIN))}
        >
          {digit}
        </Button>
      ))}
      <Button
        aria-label={words.delete}
        preventFocusOnPress
        onPress={() => setPin((before) => before.slice(0, -1))}
      >
        <Delete size={20} />
      </Button>
    </div>
  );
}
