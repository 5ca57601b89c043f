import { Delete } from 'lucide-react';
import {
  type Dispatch,
  type FormEvent,
  type ReactElement,
  type ReactNode,
  type SetStateAction,
  useState,
} from 'react';
import { Form } from 'react-aria-components';
import { PIN } from '../../../shared/station/commands.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
import { formatAge } from '../i18n/format.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { useDoorState, useErrorText, useNow, usePlace, useWords } from './door-context.tsx';
import fields from '../../components/field.module.css';
import styles from './pin-form.module.css';

interface Props {
  /** In the button that sends it. */
  readonly submit: ReactNode;
  /** Above the field. */
  readonly children?: ReactNode;
  /** Whether the PIN is asked for first. */
  readonly isFirst?: boolean;
}

/** Asks for the station's PIN. `send`: a command with it; only a result that refuses it is shown here. Null: another field has to be filled in first. */
export function PinForm({
  submit,
  children,
  isFirst = true,
  send,
}: Props & { readonly send: (pin: string) => Promise<CommandResult | null> }): ReactElement {
  const words = useWords();
  const errorText = useErrorText();
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const wait = useWait();
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const focus = (field: string) => form.querySelector<HTMLElement>(field)?.focus();
    if (!PIN.test(pin)) {
      setProblem(words.kiosk.digits);
      focus('[type=password]');
      return;
    }
    setPin('');
    const result = await send(pin);
    if (result === null) {
      setPin(pin);
      focus('input');
    } else if (!result.ok) setProblem(errorText(result));
  };
  return (
    <Form onSubmit={(event) => void onSubmit(event)} className={fields['form'] ?? ''}>
      {children}
      <Field
        {...pinField((digits) => {
          setPin(digits);
          setProblem(null);
        })}
        label={words.kiosk.pin}
        value={pin}
        error={wait === null ? problem : null}
        autoFocus={isFirst}
      />
      <Keypad setPin={setPin} />
      {wait !== null && (
        <p className={fields['error']} role="status">
          {words.kiosk.wait(wait)}
        </p>
      )}
      <Button type="submit" look="main" isDisabled={wait !== null}>
        {submit}
      </Button>
      <p className={fields['hint']}>{words.kiosk.forgotten}</p>
    </Form>
  );
}

/** Asks for a new PIN, twice. */
export function NewPinForm({
  submit,
  children,
  onChosen,
}: Props & { readonly onChosen: (pin: string) => void }): ReactElement {
  const { kiosk: words } = useWords();
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  // The last focused field: tabbing to the keypad leaves the field but still means it.
  const [setFilled, fill] = useState<SetPin>(() => setPin);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!PIN.test(pin)) setProblem(words.digits);
    else if (pin !== again) setProblem(words.differ);
    else {
      setProblem(null);
      onChosen(pin);
    }
  };
  return (
    <Form onSubmit={onSubmit} className={fields['form'] ?? ''}>
      {children}
      <Field
        {...pinField(setPin)}
        label={words.choose}
        value={pin}
        onFocus={() => fill(() => setPin)}
        hint={words.digits}
        autoFocus
      />
      <Field
        {...pinField(setAgain)}
        label={words.again}
        value={again}
        onFocus={() => fill(() => setAgain)}
        error={problem}
      />
      <Keypad setPin={setFilled} />
      <Button type="submit" look="main">
        {submit}
      </Button>
    </Form>
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

/** What a PIN's field is besides its label and its text; `set` takes the digits of what is typed. */
function pinField(set: (pin: string) => void) {
  return {
    type: 'password',
    inputMode: 'numeric',
    validationBehavior: 'aria',
    isCode: true,
    onChange: (text: string) => set(text.replaceAll(/\D/g, '').slice(0, LONGEST_PIN)),
  } as const;
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
