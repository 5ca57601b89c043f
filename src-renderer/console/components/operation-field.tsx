import { useId } from 'react';
import type { ReactElement } from 'react';
import type { DescribedField } from '../../../shared/console/described-operation.ts';
import form from '../../components/field.module.css';
import { useView } from '../data/use-view.ts';
import type { FieldValue, FormPlace } from '../state/form-values.ts';
import { useWords } from './console-context.tsx';
import styles from './operation-form.module.css';

interface Props {
  readonly field: DescribedField;
  readonly place: FormPlace;
  readonly value: FieldValue;
  readonly error: string | null;
  readonly onChange: (value: FieldValue) => void;
}

/** The control of one field, by what it takes. */
export function OperationField(props: Props): ReactElement {
  const { field, value } = props;
  if (field.kind === 'events') return <EventTicks {...props} />;
  if (field.kind === 'list' && field.choices !== undefined)
    return <Ticks {...props} options={field.choices.map((id) => ({ id, name: id }))} />;
  return <SingleField {...props} value={typeof value === 'string' ? value : ''} />;
}

/** Those that stretch over the whole form. */
const wideKinds: ReadonlySet<string> = new Set(['json', 'list', 'names', 'events']);

function SingleField({ field, place, value, error, onChange }: Props & { readonly value: string }) {
  const { operations: words } = useWords();
  const id = useId();
  const { name, kind } = field;
  const isWide = wideKinds.has(kind) || name === 'name' || name === 'url';
  const hint = useHint(field, place);
  const control: ControlProps = {
    id,
    name,
    value,
    className: styles['control'],
    'aria-invalid': error !== null,
    'aria-describedby': `${id}-note`,
    'aria-required': field.isRequired,
    onChange: ({ target }) => onChange(target.value),
  };
  return (
    <div className={`${form['field']} ${isWide ? styles['wide'] : ''}`}>
      <label htmlFor={id} className={form['label']}>
        {words.fields[name]}
      </label>
      <Control field={field} control={control} />
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
  field: { kind, choices, isRequired, isSecret },
  control,
}: {
  readonly field: DescribedField;
  readonly control: ControlProps;
}): ReactElement {
  const { operations: words } = useWords();
  switch (kind) {
    case 'choice':
    case 'switch':
      return (
        <select {...control}>
          {(!isRequired || control.value === '') && <option value="" />}
          {choices?.map((choice) => (
            <option key={choice} value={choice}>
              {words.choices[choice] ?? choice}
            </option>
          ))}
        </select>
      );
    case 'event':
      return <EventSelect control={control} />;
    case 'json':
      return <textarea {...control} rows={6} spellCheck={false} dir="ltr" />;
    default:
      return (
        <input
          {...control}
          type={inputTypes[kind] ?? (isSecret === true ? 'password' : 'text')}
          inputMode={kind === 'whole' || kind === 'money' ? inputModes[kind] : undefined}
          autoComplete="off"
          dir="auto"
        />
      );
  }
}

/** As many as a page of a list may have. */
const MOST_EVENTS = 200;

function EventSelect({ control }: { readonly control: ControlProps }): ReactElement {
  const events = useView('event.list', { limit: MOST_EVENTS }).data?.data ?? [];
  return (
    <select {...control}>
      <option value="" />
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

function Ticks({
  field: { name },
  value,
  error,
  options,
  onChange,
}: Props & { readonly options: readonly { readonly id: string; readonly name: string }[] }) {
  const { operations: words } = useWords();
  const id = useId();
  const ticked = typeof value === 'string' ? [] : value;
  return (
    <fieldset
      className={`${styles['ticks']} ${styles['wide']}`}
      aria-describedby={error === null ? undefined : `${id}-note`}
    >
      <legend>{words.fields[name]}</legend>
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
      {error !== null && (
        <span id={`${id}-note`} className={form['error']}>
          {error}
        </span>
      )}
    </fieldset>
  );
}

function useHint({ kind, otherwise }: DescribedField, { zone, currency }: FormPlace): string {
  const { operations: words } = useWords();
  if (kind === 'time') return words.zone(zone);
  if (kind === 'money') return currency;
  if (kind === 'list') return words.listHint;
  if (kind === 'names') return words.namesHint;
  // What stands for a missing choice is a sentence of the command line.
  return otherwise !== undefined && /^[\w-]+$/.test(otherwise)
    ? words.otherwise(words.choices[otherwise] ?? otherwise)
    : '';
}
