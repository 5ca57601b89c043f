import { useState } from 'react';
import type { ReactElement, SubmitEvent } from 'react';
import type { DescribedField } from '../../../shared/console/described-operation.ts';
import type { OperationName, OperationResults } from '../../../shared/console/operation-results.ts';
import { Button } from '../../components/button.tsx';
import form from '../../components/field.module.css';
import { useOperation } from '../data/use-operation.ts';
import { useOperations } from '../data/use-operations.ts';
import { deviceZone } from '../i18n/formats.ts';
import { readForm, valuesOf, type FormPlace } from '../state/form-values.ts';
import { CallError } from '../transport/call-error.ts';
import { useWords } from './console-context.tsx';
import { Loading } from './loading.tsx';
import { Modal } from './modal.tsx';
import { OperationField } from './operation-field.tsx';
import { Refusal } from './trouble.tsx';
import styles from './operation-form.module.css';

interface Props<Name extends OperationName> {
  readonly name: Name;
  /** Inputs that the page knows, such as which event: they have no field. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The record as it is: the form then changes it, and sends only what was changed. */
  readonly initial?: Readonly<Record<string, unknown>>;
  /** What fields hold at first when something new is made. */
  readonly suggested?: Readonly<Record<string, unknown>>;
  /** Fields that this form leaves out. */
  readonly without?: readonly string[];
  /** Of the event that it is about. */
  readonly place?: Partial<FormPlace>;
  /** The button that does it. */
  readonly submit: string;
  readonly onDone: (result: OperationResults[Name]) => void;
  readonly onCancel?: () => void;
}

const noValues = {};

/** A form of an operation: its fields, limits and words come from the operation itself. */
export function OperationForm<Name extends OperationName>(props: Props<Name>): ReactElement {
  const { name, fixed = noValues, initial, without = [] } = props;
  const operation = useOperations().get(name);
  if (operation === undefined) return <Loading lines={3} />;
  const fields = operation.fields.filter(
    (field) =>
      !(field.name in fixed) &&
      !without.includes(field.name) &&
      !(field.isFixed === true && initial !== undefined),
  );
  return <Form {...props} fields={fields} />;
}

function Form<Name extends OperationName>({
  name,
  fields,
  fixed = noValues,
  initial,
  suggested = noValues,
  place: given,
  submit,
  onDone,
  onCancel,
}: Props<Name> & { readonly fields: readonly DescribedField[] }): ReactElement {
  const { errors: words, shell } = useWords();
  const place = { zone: deviceZone(), currency: 'EUR', ...given };
  const operation = useOperation(name);
  const [before] = useState(() => valuesOf(fields, initial ?? suggested, place));
  const [values, setValues] = useState(before);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const refusal = operation.error;
  const ofServer = refusal instanceof CallError ? refusal.errors : {};
  const isAtField = fields.some((field) => field.name in ofServer);

  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readForm(fields, values, {
      initial: initial === undefined ? null : before,
      place,
      words,
    });
    setWrong(read.errors);
    const [first] = Object.keys(read.errors);
    if (first !== undefined) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    if (operation.isPending) return;
    operation.mutate({ ...fixed, ...read.input }, { onSuccess: onDone });
  };

  return (
    <form className={form['form']} onSubmit={send} noValidate>
      <div className={styles['fields']}>
        {fields.map((field) => (
          <OperationField
            key={field.name}
            field={field}
            place={place}
            value={values[field.name] ?? ''}
            error={wrong[field.name] ?? ofServer[field.name]?.join(' ') ?? null}
            onChange={(value) => {
              setValues((all) => ({ ...all, [field.name]: value }));
              setWrong(({ [field.name]: _ended, ...others }) => others);
            }}
          />
        ))}
      </div>
      {refusal !== null && !isAtField && <Refusal error={refusal} />}
      <div className={styles['buttons']}>
        {onCancel !== undefined && (
          <Button look="quiet" onPress={onCancel}>
            {shell.cancel}
          </Button>
        )}
        <Button look="main" type="submit">
          {submit}
        </Button>
      </div>
    </form>
  );
}

/** The form in a dialog. Render it while it is open. */
export function OperationDialog<Name extends OperationName>({
  title,
  onClose,
  onDone,
  ...props
}: Omit<Props<Name>, 'onCancel'> & {
  readonly title: string;
  readonly onClose: () => void;
}): ReactElement {
  return (
    <Modal title={title} onClose={onClose}>
      <OperationForm<Name>
        {...props}
        onCancel={onClose}
        onDone={(result) => {
          onClose();
          onDone(result);
        }}
      />
    </Modal>
  );
}
