import { useId, useMemo } from 'react';
import type { ReactElement } from 'react';
import type { DescribedField } from '../../../shared/console/described-operation.ts';
import form from '../../components/field.module.css';
import { useView } from '../data/use-view.ts';
import { choiceWord } from '../state/choice-word.ts';
import type { FieldValue, FormPlace } from '../state/form-values.ts';
import { useFormats, useWords } from '../data/console-context.tsx';
import type { Words } from '../i18n/en/words.ts';
import styles from './operation-form.module.css';

/** What can be chosen, and what people call it. */
export interface FieldOption {
  readonly id: string;
  readonly name: string;
}

interface Props {
  readonly field: DescribedField;
  /** It takes the focus when its form is opened. */
  readonly isFirst: boolean;
  /** Names of its choices where they are rows of the organiser. */
  readonly options?: readonly FieldOption[] | undefined;
  readonly place: FormPlace;
  readonly value: FieldValue;
  readonly error: string | null;
  readonly onChange: (value: FieldValue) => void;
}

/** The control of one field, by what it takes. */
export function OperationField(props: Props): ReactElement {
  const { field, value, options } = props;
  if (field.kind === 'events') return <EventTicks {...props} />;
  if (field.kind === 'list' && field.choices !== undefined)
    return <Ticks {...props} options={options ?? field.choices.map((id) => ({ id, name: id }))} />;
  return <SingleField {...props} value={typeof value === 'string' ? value : ''} />;
}

/** Those that stretch over the whole form. */
const wideKinds: ReadonlySet<string> = new Set(['json', 'list', 'names', 'events']);
const wideNames: ReadonlySet<string> = new Set([
  'name',
  'email',
  'slug',
  'url',
  'overlap',
  'kind',
  'note',
  'door_note',
  'overrule',
]);

function SingleField({
  field,
  isFirst,
  options,
  place,
  value,
  error,
  onChange,
}: Props & { readonly value: string }) {
  const { operations: words } = useWords();
  const id = useId();
  const { name, kind } = field;
  const isWide = wideKinds.has(kind) || wideNames.has(name);
  const hint = useHint(field, place);
  const control: ControlProps = {
    id,
    name,
    value,
    className: styles['control'],
    autoFocus: isFirst,
    'aria-invalid': error !== null,
    'aria-describedby': `${id}-note`,
    'aria-required': field.isRequired,
    onChange: ({ target }) => onChange(target.value),
  };
  return (
    <div className={`${form['field']} ${isWide ? styles['wide'] : ''}`}>
      <label htmlFor={id} className={form['label']}>
        {labelOf(words, field)}
      </label>
      <Control field={field} options={options} control={control} />
      <span id={`${id}-note`} className={error === null ? form['hint'] : form['error']}>
        {error ?? hint}
      </span>
    </div>
  );
}

/** What an input, a select and a textarea have in common. */
interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly className: string | undefined;
  readonly autoFocus: boolean;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
  readonly 'aria-required': boolean;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

const inputTypes: Readonly<Partial<Record<DescribedField['kind'], string>>> = {
  email: 'email',
  time: 'datetime-local',
};

const inputModes = { whole: 'numeric', money: 'decimal' } as const;

function Control({
  field: { name, kind, choices = [], isRequired, otherwise = '' },
  options,
  control,
}: {
  readonly field: DescribedField;
  readonly options: readonly FieldOption[] | undefined;
  readonly control: ControlProps;
}): ReactElement {
  const { operations: words } = useWords();
  switch (kind) {
    case 'choice':
    case 'switch':
      return (
        <select {...control}>
          {(control.value === '' || !(isRequired || choices.includes(otherwise))) && (
            <option value="" />
          )}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {options?.find(({ id }) => id === choice)?.name ?? choiceWord(words, name, choice)}
            </option>
          ))}
        </select>
      );
    case 'event':
      return <EventSelect control={control} isRequired={isRequired} />;
    case 'json':
      return <textarea {...control} rows={6} spellCheck={false} dir="ltr" />;
    default:
      if (name in known) return <KnownInput control={control} known={known[name]} />;
      return (
        <input
          {...control}
          type={inputTypes[kind] ?? 'text'}
          inputMode={kind === 'whole' || kind === 'money' ? inputModes[kind] : undefined}
          autoComplete="off"
          dir="auto"
        />
      );
  }
}

/** Fields whose values every browser knows. */
const known: Readonly<Record<string, 'timeZone' | 'currency'>> = {
  timezone: 'timeZone',
  currency: 'currency',
};

function KnownInput({
  control,
  known: key,
}: {
  readonly control: ControlProps;
  readonly known: 'timeZone' | 'currency' | undefined;
}): ReactElement {
  const values = useMemo(() => (key === undefined ? [] : Intl.supportedValuesOf(key)), [key]);
  return (
    <>
      <input {...control} list={`${control.id}-known`} autoComplete="off" dir="ltr" />
      <datalist id={`${control.id}-known`}>
        {values.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}

/** As many as a page of a list may have. */
const MOST_EVENTS = 200;

function EventSelect({
  control,
  isRequired,
}: {
  readonly control: ControlProps;
  readonly isRequired: boolean;
}): ReactElement {
  const { operations: words } = useWords();
  const events = useView('event.list', { limit: MOST_EVENTS }).data?.data ?? [];
  return (
    <select {...control}>
      <option value="">{isRequired ? '' : words.all}</option>
      {events.map(({ reference, name }) => (
        <option key={reference} value={reference}>
          {name}
        </option>
      ))}
    </select>
  );
}

function EventTicks(props: Props): ReactElement {
  const { operations: words } = useWords();
  const { data } = useView('event.list', { limit: MOST_EVENTS });
  const events = (data?.data ?? []).map(({ reference, name }) => ({ id: reference, name }));
  return <Ticks {...props} options={[{ id: 'all', name: words.all }, ...events]} />;
}

/** `events` of a webhook are names of what happens, and elsewhere an organiser's events. */
function labelOf(words: Words['operations'], { name, kind }: DescribedField): string | undefined {
  return words.fields[name === 'events' && kind === 'list' ? 'event_names' : name];
}

function Ticks({
  field,
  value,
  error,
  options,
  onChange,
}: Props & { readonly options: readonly FieldOption[] }) {
  const { name } = field;
  const { operations: words } = useWords();
  const id = useId();
  const isAll = field.kind === 'events' && field.otherwise === 'all';
  const note = error ?? (isAll ? words.noneTicked : words.hints[name]);
  const ticked = typeof value === 'string' ? [] : value;
  return (
    <fieldset
      className={`${styles['ticks']} ${styles['wide']}`}
      aria-describedby={note === undefined ? undefined : `${id}-note`}
    >
      <legend>{labelOf(words, field)}</legend>
      {options.map((option) => (
        <label key={option.id} className={styles['tick']}>
          <input
            type="checkbox"
            name={name}
            checked={ticked.includes(option.id)}
            onChange={({ target }) => {
              const others = ticked.filter((one) => one !== option.id);
              onChange(target.checked ? [...others, option.id] : others);
            }}
          />
          {words.choices[option.id] ?? option.name}
        </label>
      ))}
      {note !== undefined && (
        <span id={`${id}-note`} className={error === null ? form['hint'] : form['error']}>
          {note}
        </span>
      )}
    </fieldset>
  );
}

function useHint({ name, kind, otherwise }: DescribedField, place: FormPlace): string {
  const { operations: words } = useWords();
  const formats = useFormats();
  const { zone, currency } = place;
  const own = words.hints[name];
  if (own !== undefined) return own;
  if (kind === 'time') return words.zone(zone);
  if (kind === 'money') return currency;
  if (kind === 'list') return words.listHint;
  if (kind === 'names') return words.namesHint;
  const isChoice = kind === 'choice' || kind === 'switch';
  // Other than a word, it is a sentence of the command line.
  if (isChoice || otherwise === undefined || !/^[\w-]+$/.test(otherwise)) return '';
  if (kind !== 'whole') return words.otherwise(choiceWord(words, name, otherwise));
  const amount = Number(otherwise);
  return words.otherwise(name === 'overlap' ? formats.duration(amount) : formats.number(amount));
}
