import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { FieldError, Form, Input, Label, Text, TextField } from 'react-aria-components';
import { Button } from '../../components/button.tsx';
import { useDoor, useDoorState, useWords } from '../../components/door-context.tsx';
import fields from '../../components/field.module.css';
import { Page } from '../../components/page.tsx';
import type { Words } from '../../state/words/words.ts';
import styles from './connect-screen.module.css';

type FieldName = 'server_url' | 'client_id' | 'client_secret';
type Values = Readonly<Record<FieldName, string>>;
type Errors = Partial<Record<FieldName, string>>;

export function ConnectScreen(): ReactElement {
  const door = useDoor();
  const { connect } = useWords();
  const words = useWords();
  const trouble = useDoorState((state) => state.trouble);
  const serverUrl = useDoorState(({ station }) => station?.server_url ?? '');
  const [values, setValues] = useState<Values>({
    server_url: serverUrl,
    client_id: '',
    client_secret: '',
  });
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);

  const submit = async () => {
    const found = findErrors(values, words);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    await door.ask({
      kind: 'connect',
      server_url: values.server_url.trim(),
      client_id: values.client_id.trim(),
      client_secret: values.client_secret.trim(),
    });
    setBusy(false);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const fieldProps = (name: FieldName) => ({
    value: values[name],
    error: errors[name],
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  });

  return (
    <Page title={connect.title} intro={connect.intro} withTrouble={false}>
      <Form className={fields['form'] ?? ''} onSubmit={onSubmit} validationBehavior="aria">
        <Field
          {...fieldProps('server_url')}
          label={connect.serverUrl}
          hint={connect.serverHint}
          autoFocus
        />
        <Field {...fieldProps('client_id')} label={connect.clientId} hint={null} />
        <Field
          {...fieldProps('client_secret')}
          label={connect.clientSecret}
          hint={connect.secretHint}
          type="password"
        />
        <div role="alert" className={styles['trouble']}>
          {trouble !== null && (
            <>
              <TriangleAlert size={22} aria-hidden="true" />
              <span dir="auto">{trouble}</span>
            </>
          )}
        </div>
        <div className={styles['foot']}>
          <Button type="submit" look="main" isDisabled={isBusy}>
            {isBusy ? connect.connecting : connect.connect}
          </Button>
          <span className={styles['scan']}>{connect.scanHint}</span>
        </div>
      </Form>
    </Page>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint: string | null;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password';
  readonly autoFocus?: boolean;
}

function Field({ label, hint, error, ...input }: FieldProps): ReactElement {
  return (
    <TextField
      {...input}
      className={fields['field'] ?? ''}
      isInvalid={error !== undefined}
      autoComplete="off"
      spellCheck="false"
    >
      <Label className={fields['label'] ?? ''}>{label}</Label>
      <Input className={fields['input'] ?? ''} />
      {hint !== null && error === undefined && (
        <Text slot="description" className={fields['hint'] ?? ''}>
          {hint}
        </Text>
      )}
      <FieldError className={fields['error'] ?? ''}>{error}</FieldError>
    </TextField>
  );
}

function findErrors(values: Values, { connect }: Words): Errors {
  const errors: Errors = {};
  for (const name of ['server_url', 'client_id', 'client_secret'] as const) {
    if (values[name].trim() === '') errors[name] = connect.needed;
  }
  if (errors.server_url === undefined && !/^https?:\/\/[^\s/]+/i.test(values.server_url.trim())) {
    errors.server_url = connect.badUrl;
  }
  return errors;
}
