import { useState } from 'react';
import type { ReactElement, SubmitEvent } from 'react';
import type { DescribedField } from '../../../shared/console/described-operation.ts';
import type { OperationName, OperationResults } from '../../../shared/console/operation-results.ts';
import { Button } from '../../components/button.tsx';
import form from '../../components/field.module.css';
import { useOperation } from '../data/use-operation.ts';
import { useOperations } from '../data/use-operations.ts';
import { useUnsent } from '../data/use-unsent.ts';
import { deviceZone, isZone } from '../i18n/formats.ts';
import {
  defaultsOf,
  readForm,
  valuesOf,
  type FieldValue,
  type FormPlace,
  type FormValues,
} from '../state/form-values.ts';
import { choiceWord } from '../state/choice-word.ts';
import { fieldProblem } from '../state/field-problems.ts';
import type { CallError } from '../transport/call-error.ts';
import { useFormats, useWords } from '../data/console-context.tsx';
import { Loading } from './loading.tsx';
import { Modal } from './modal.tsx';
import { OperationField, type FieldOption } from './operation-field.tsx';
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
  /** What can be chosen in a field of references, by its name, such as the entry points of an event. */
  readonly options?: Readonly<Record<string, readonly FieldOption[]>>;
  /** What a field holds until somebody types into it, by its name. */
  readonly follows?: Readonly<Record<string, (values: FormValues) => string>>;
  /** Fields that mean nothing beside what others hold. */
  readonly hides?: (values: FormValues) => readonly string[];
  /** Of the event that it is about. */
  readonly place?: Partial<FormPlace>;
  /** The button that does it. */
  readonly submit: string;
  readonly onDone: (result: OperationResults[Name]) => void;
  readonly onCancel?: () => void;
}

/** What somebody typed, and what was in those fields when they began to. */
interface Held {
  readonly typed: FormValues;
  readonly seen: Readonly<Record<string, unknown>>;
}

const noValues = {};
const nothingHeld: Held = { typed: noValues, seen: noValues };
const noOptions: NonNullable<Props<OperationName>['options']> = {};

/** A form of an operation: its fields, limits and words come from the operation itself. */
function OperationForm<Name extends OperationName>(props: Props<Name>): ReactElement {
  const { name, fixed = noValues, initial, without = [], options = noOptions } = props;
  const operation = useOperations().get(name);
  if (operation === undefined) return <Loading lines={3} />;
  const fields = operation.fields
    .filter(
      (field) =>
        !(field.name in fixed) &&
        !without.includes(field.name) &&
        !(field.isFixed === true && initial !== undefined),
    )
    .map((field) => withOptions(field, options[field.name]));
  return <Form {...props} fields={fields} />;
}

function withOptions(
  field: DescribedField,
  options: readonly FieldOption[] | undefined,
): DescribedField {
  if (options === undefined) return field;
  const kind = field.kind === 'text' ? 'choice' : field.kind === 'names' ? 'list' : field.kind;
  return { ...field, kind, choices: options.map(({ id }) => id) };
}

function Form<Name extends OperationName>({
  name,
  fields: every,
  fixed = noValues,
  initial,
  suggested = noValues,
  options = noOptions,
  follows = {},
  hides,
  place: given,
  submit,
  onDone,
  onCancel,
}: Props<Name> & { readonly fields: readonly DescribedField[] }): ReactElement {
  const { problems } = useWords();
  const operation = useOperation(name);
  const { decimal } = useFormats();
  const [written] = useState({ zone: deviceZone(), currency: 'EUR', decimal, ...given });
  const [known, setKnown] = useState(initial ?? { ...defaultsOf(every), ...suggested });
  const [meanwhile, setMeanwhile] = useState<Readonly<Record<string, unknown>>>(noValues);
  const before = valuesOf(every, known, written);
  const [{ typed, seen }, hold] = useUnsent(JSON.stringify([name, fixed]), nothingHeld);
  const values = withTyped(before, typed, follows);
  const hidden = hides?.(values) ?? [];
  const fields = every.filter(({ name: field }) => !hidden.includes(field));
  const place = placeIn(values, written);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const refusedIn = (error: CallError | null) => refusedFields(fields, problems, error);
  const refusal = operation.error;
  const isAtField = Object.keys(refusedIn(refusal)).length > 0;
  const textOf = useValueText(options, place);
  const ofOthers = (field: DescribedField) =>
    field.name in meanwhile ? problems.meanwhile(textOf(field, meanwhile[field.name])) : null;

  /** What is wrong with which field, until that is changed; the first of them takes the focus. Returns whether there is any. */
  const showWrong = (of: Element, errors: Readonly<Record<string, string>>): boolean => {
    setWrong(errors);
    const [first] = Object.keys(errors);
    if (first === undefined) return false;
    of.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    return true;
  };

  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const { currentTarget } = event;
    const read = readForm(fields, values, {
      initial: initial === undefined ? null : sameTimes(fields, { before, values, place, written }),
      place,
      words: problems,
    });
    if (showWrong(currentTarget, read.errors) || operation.isPending) return;
    const there: Readonly<Record<string, unknown>> = { ...known, ...seen };
    const changed = Object.keys(read.input).map((field) => [field, there[field] ?? null]);
    const was = initial === undefined ? {} : { was: Object.fromEntries(changed) };
    operation.mutate(
      { ...fixed, ...read.input, ...was },
      {
        onSuccess: onDone,
        onError: (error) => {
          showWrong(currentTarget, refusedIn(error));
          tell(error);
        },
      },
    );
  };

  const tell = ({ current }: CallError) => {
    setKnown((all) => ({ ...all, ...current }));
    hold((held) => ({ ...held, seen: { ...held.seen, ...current } }));
    setMeanwhile(current);
  };

  const change = (field: string, value: FieldValue) => {
    hold((held) => ({
      typed: { ...held.typed, [field]: value },
      seen: { [field]: known[field], ...held.seen },
    }));
    setWrong(({ [field]: _ended, ...others }) => others);
    setMeanwhile(({ [field]: _read, ...others }) => others);
  };

  return (
    <form className={form['form']} onSubmit={send} noValidate>
      <div className={styles['fields']}>
        {fields.map((field, index) => (
          <OperationField
            key={field.name}
            field={field}
            isFirst={index === 0}
            place={place}
            value={values[field.name] ?? ''}
            error={wrong[field.name] ?? ofOthers(field)}
            options={options[field.name]}
            onChange={(value) => change(field.name, value)}
          />
        ))}
      </div>
      {refusal !== null && !isAtField && <Refusal error={refusal} />}
      <FormButtons submit={submit} onCancel={onCancel} />
    </form>
  );
}

function FormButtons({
  submit,
  onCancel,
}: {
  readonly submit: string;
  readonly onCancel: (() => void) | undefined;
}): ReactElement {
  const { shell } = useWords();
  return (
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
  );
}

/** What the server says of which field. */
function refusedFields(
  fields: readonly DescribedField[],
  words: Parameters<typeof fieldProblem>[0],
  error: CallError | null,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const problem = fieldProblem(words, error, name);
      return problem === null ? [] : [[name, problem]];
    }),
  );
}

/** A value of a record as people read it, in the language of the page. */
function useValueText(
  options: NonNullable<Props<OperationName>['options']>,
  place: FormPlace,
): (field: DescribedField, value: unknown) => string | null {
  const { operations: words } = useWords();
  const formats = useFormats(place.zone);
  return (field, value) => {
    const { name, kind } = field;
    if (kind === 'time' && typeof value === 'string') return formats.dayTime(value);
    const written = valuesOf([field], { [name]: value }, place)[name] ?? '';
    if (written.length === 0) return null;
    const nameOf = (one: string) =>
      options[name]?.find(({ id }) => id === one)?.name ??
      (field.choices === undefined ? one : choiceWord(words, name, one));
    return typeof written === 'string' ? nameOf(written) : formats.list(written.map(nameOf));
  };
}

/** What the fields hold: what was typed, and in those that follow others, what these say. */
function withTyped(
  before: FormValues,
  typed: FormValues,
  follows: NonNullable<Props<OperationName>['follows']>,
): FormValues {
  if (Object.keys(typed).length === 0) return before;
  const values = { ...before, ...typed };
  const following = Object.entries(follows).map(([field, valueBy]) => [field, valueBy(values)]);
  return { ...values, ...Object.fromEntries(following), ...typed };
}

/** Where a form asks for the time zone and the currency itself, its times and amounts are meant there. */
function placeIn({ timezone, currency }: FormValues, written: FormPlace): FormPlace {
  return {
    ...written,
    zone: typeof timezone === 'string' && isZone(timezone) ? timezone : written.zone,
    currency:
      typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : written.currency,
  };
}

/** What was there before, but for times that are other ones in another zone. */
function sameTimes(
  fields: readonly DescribedField[],
  {
    before,
    values,
    place,
    written,
  }: {
    readonly before: FormValues;
    readonly values: FormValues;
    readonly place: FormPlace;
    readonly written: FormPlace;
  },
): FormValues {
  if (place.zone === written.zone) return before;
  const moved = fields.filter(({ name, kind }) => kind === 'time' && values[name] !== '');
  return Object.fromEntries(
    Object.entries(before).filter(([name]) => moved.every((field) => field.name !== name)),
  );
}

/** The form in a dialog. Render it while it is open. */
export function OperationDialog<Name extends OperationName>({
  title,
  about,
  onClose,
  onDone,
  ...props
}: Omit<Props<Name>, 'onCancel'> & {
  readonly title: string;
  /** What it does, where the title does not say enough. */
  readonly about?: string;
  readonly onClose: () => void;
}): ReactElement {
  return (
    <Modal title={title} onClose={onClose}>
      {about !== undefined && <p className={styles['about']}>{about}</p>}
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
