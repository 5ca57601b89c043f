import { useEffect, useRef, useState } from 'react';
import type { FormEvent, ReactElement, RefObject } from 'react';
import { Form } from 'react-aria-components';
import { hasServerShape } from '../../../shared/ticket-code/enrolment-code.ts';
import { parseTicketCode } from '../../../shared/ticket-code/parse-ticket-code.ts';
import { connectFields, refusedFields } from '../state/command-error.ts';
import type { ConnectField, CommandError } from '../state/command-error.ts';
import type { Words } from '../i18n/en.ts';
import { Trouble } from './trouble.tsx';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import styles from './connect-form.module.css';
import { useDoor, useDoorState, useErrorText, useWords } from './door-context.tsx';
import fields from '../../components/field.module.css';

type Values = Readonly<Record<ConnectField, string>>;
type Errors = Partial<Record<ConnectField, string>>;

/** Server, client and secret, or an enrolment code instead of the server. An error is shown at the fields it concerns. */
export function ConnectForm(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const { connect } = words;
  const [values, setValues] = useState<Values>(() => {
    const { station } = door.store.getState();
    return {
      server_url: station?.server_url ?? '',
      client_id: station?.client_id ?? '',
      client_secret: '',
    };
  });
  const [missing, setMissing] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const trouble = useDoorState((state) => state.trouble);
  const form = useRef<HTMLFormElement>(null);
  const refused = useRefusedErrors(trouble);
  useFocusOnError(form, trouble);

  // A code copied from an email contains line breaks.
  const pasted = parseTicketCode(values.server_url.replaceAll(/\s/g, ''));
  const code = pasted.kind === 'enrolment' ? pasted.enrolment : null;

  const submit = async () => {
    const found = code === null ? findMissing(values, words) : {};
    setMissing(found);
    if (Object.keys(found).length > 0) return;
    door.store.setState({ trouble: null });
    setBusy(true);
    await door.connect(
      code ?? {
        server_url: values.server_url.trim(),
        client_id: values.client_id.trim(),
        client_secret: values.client_secret.trim(),
      },
    );
    setBusy(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const fieldProps = (name: ConnectField, hint: string | null = null) => {
    const error = missing[name] ?? refused[name] ?? null;
    return {
      value: values[name],
      error,
      hint: error ? null : hint,
      onChange: (value: string) => {
        setValues((before) => ({ ...before, [name]: value }));
        if (refused[name] !== undefined) door.store.setState({ trouble: null });
      },
      spellCheck: 'false',
    };
  };

  return (
    <Form ref={form} className={fields['form'] ?? ''} onSubmit={onSubmit} validationBehavior="aria">
      <Field
        {...fieldProps('server_url', code === null ? connect.serverHint : connect.codeHasAll)}
        label={connect.serverUrl}
        autoFocus
      />
      {code === null && (
        <>
          <Field {...fieldProps('client_id')} label={connect.clientId} />
          <Field
            {...fieldProps('client_secret', connect.secretHint)}
            label={connect.clientSecret}
            type="password"
          />
        </>
      )}
      <Trouble error={trouble !== null && isNotAtField(trouble, code !== null) ? trouble : null} />
      <div className={styles['foot']}>
        <Button type="submit" look="main" isDisabled={isBusy}>
          {isBusy ? connect.connecting : connect.connect}
        </Button>
        <span className={styles['scan']}>{connect.scanHint}</span>
      </div>
    </Form>
  );
}

/** An error about credentials from an enrolment code has no field on the screen. */
function isNotAtField({ code }: CommandError, hasCode: boolean): boolean {
  const about = refusedFields(code);
  return about.length === 0 || (hasCode && !about.includes('server_url'));
}

/** The sentence is shown at the last of the fields it concerns; the others are marked as well. */
function useRefusedErrors(trouble: CommandError | null): Errors {
  const errorText = useErrorText();
  if (trouble === null) return {};
  const about = refusedFields(trouble.code);
  const text = errorText(trouble);
  return Object.fromEntries(about.map((name) => [name, name === about.at(-1) ? text : '']));
}

/** Screen readers read an error together with its field. */
function useFocusOnError(
  form: RefObject<HTMLFormElement | null>,
  trouble: CommandError | null,
): void {
  useEffect(() => {
    if (trouble === null) return;
    const field = refusedFields(trouble.code).at(-1);
    if (field === undefined) return;
    form.current?.querySelectorAll('input')[connectFields.indexOf(field)]?.focus();
  }, [form, trouble]);
}

function findMissing(values: Values, { connect, refusal }: Words): Errors {
  if (/^\s*gatehouse:/i.test(values.server_url)) return { server_url: refusal['connect.no_code'] };
  const errors: Errors = {};
  for (const name of connectFields) {
    if (values[name].trim() === '') errors[name] = connect.needed;
  }
  const url = values.server_url.trim();
  if (errors.server_url === undefined && !(hasServerShape(url) && URL.canParse(url))) {
    errors.server_url = connect.badUrl;
  }
  return errors;
}
