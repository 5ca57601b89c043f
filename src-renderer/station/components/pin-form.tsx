import { Delete } from 'lucide-react';
import {
  type Dispatch,
  type FormEvent,
  type ReactElement,
  type ReactNode,
  type SetStateAction,
  useState,
} from 'react';
import { FieldError, Form, Input, Label, Text, TextField } from 'react-aria-components';
import { PIN } from '../../../shared/station/commands.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
import { formatAge } from '../i18n/format.ts';
import { Button } from '../../components/button.tsx';
import { useDoorState, useErrorText, useNow, usePlace, useWords } from './door-context.tsx';
import fields from '../../components/field.module.css';
import styles from './pin-form.module.css';

interface Props {
  /** In the button that sends it. */
  readonly submit: ReactNode;
  /** Above the field. */
  readonly children?: ReactNode;
}

/** Asks for the station's PIN. `send`: a command with it; only an answer that refuses it is shown here. */
export function PinForm({
  submit,
  children,
  send,
}: Props & { readonly send: (pin: string) => Promise<CommandResult> }): ReactElement {
  const words = useWords();
  const errorText = useErrorText();
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const wait = useWait();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!PIN.test(pin)) {
      setProblem(words.kiosk.digits);
      return;
    }
    setPin('');
    const answer = await send(pin);
    if (answer.ok) return;
    setProblem(errorText(answer));
  };
  return (
    <Form onSubmit={(event) => void onSubmit(event)} className={fields['form'] ?? ''}>
      {children}
      <PinField
        label={words.kiosk.pin}
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
