import { useId } from 'react';
import type { ReactElement } from 'react';
import type {
  EventDescribed,
  QuestionDescribed,
} from '../../../../shared/console/operation-results.ts';
import { Dropdown } from '../../../components/dropdown.tsx';
import { Field } from '../../../components/field.tsx';
import { useFormats, useWords } from '../../data/console-context.tsx';
import controls from '../../components/operation-form.module.css';
import { Section } from '../../../components/section.tsx';
import { useView } from '../../data/use-view.ts';
import type { OrderForm } from '../../state/order-form.ts';
import styles from './new-order.module.css';

interface Props {
  readonly event: EventDescribed;
  readonly form: OrderForm;
  readonly onChange: (changes: Partial<OrderForm>) => void;
}

interface Sellable {
  readonly reference: string;
  readonly name: string;
  readonly price: number;
  readonly total: number | null;
  readonly sold: number | null;
}

/** What can be ordered now: ticket types on sale, and add-ons. */
export function useSellables({ reference: event }: EventDescribed): {
  readonly types: readonly Sellable[];
  readonly addOns: readonly Sellable[];
  /** Known once both are read. */
  readonly hasNone: boolean;
} {
  const { data: allTypes } = useView('ticket-type.list', { event });
  const { data: allAddOns } = useView('add-on.list', { event });
  const types = allTypes?.filter(({ is_active }) => is_active) ?? [];
  const addOns = allAddOns?.filter(({ archived_at }) => archived_at === null) ?? [];
  const isRead = allTypes !== undefined && allAddOns !== undefined;
  return { types, addOns, hasNone: isRead && types.length + addOns.length === 0 };
}

/** Each with its price, and how many of it. */
export function Sellables({
  title,
  rows,
  event,
  form,
  onChange,
}: Props & { readonly title: string; readonly rows: readonly Sellable[] }): ReactElement | null {
  const { orders: words } = useWords();
  const formats = useFormats();
  if (rows.length === 0) return null;
  return (
    <Section title={title}>
      <div className={styles['sellables']}>
        {rows.map(({ reference, name, price, total, sold }) => {
          const cost = formats.money(price, event.currency);
          return (
            <label key={reference} className={styles['sellable']}>
              <span>
                <span className={styles['name']} dir="auto">
                  {name}
                </span>
                <span className={styles['note']}>
                  {total === null
                    ? cost
                    : words.priceAndLeft(cost, formats.number(Math.max(total - (sold ?? 0), 0)))}
                </span>
              </span>
              <input
                className={controls['control']}
                inputMode="numeric"
                autoComplete="off"
                placeholder="0"
                value={form.quantities[reference] ?? ''}
                onChange={({ target: { value } }) =>
                  onChange({ quantities: { ...form.quantities, [reference]: value } })
                }
              />
            </label>
          );
        })}
      </div>
    </Section>
  );
}

export function Places({ event, form, onChange }: Props): ReactElement {
  const { orders: words } = useWords();
  const formats = useFormats(event.timezone);
  const sessions = useView('session.list', { event: event.reference }).data ?? [];
  const open = sessions.filter(({ cancelled_at }) => cancelled_at === null);
  return (
    <div className={styles['fields']}>
      {open.length > 0 && (
        <Dropdown
          label={words.session}
          options={[
            { id: '', name: words.noSession },
            ...open.map(({ reference, name, starts_at }) => ({
              id: reference,
              name: `${name} · ${formats.dayTime(starts_at)}`,
            })),
          ]}
          selected={form.session}
          onSelect={(session) => onChange({ session })}
        />
      )}
      <Field
        label={words.seats}
        hint={words.seatsHint}
        value={form.seats}
        onChange={(seats) => onChange({ seats })}
      />
    </div>
  );
}

export function Questions({ event, form, onChange }: Props): ReactElement | null {
  const { orders: words } = useWords();
  const all = useView('question.list', { event: event.reference }).data ?? [];
  const questions = all.filter(({ archived_at }) => archived_at === null);
  if (questions.length === 0) return null;
  return (
    <Section title={words.answers}>
      <div className={styles['fields']}>
        {questions.map((question) => (
          <Answer
            key={question.key}
            question={question}
            value={form.answers[question.key] ?? ''}
            onChange={(value) => onChange({ answers: { ...form.answers, [question.key]: value } })}
          />
        ))}
      </div>
    </Section>
  );
}

interface AnswerProps {
  readonly question: QuestionDescribed;
  readonly value: string | readonly string[];
  readonly onChange: (value: string | readonly string[]) => void;
}

function Answer({ question: { label, options, type }, value, onChange }: AnswerProps) {
  const { orders: words } = useWords();
  const text = typeof value === 'string' ? value : '';
  if (type === 'multiselect' && options !== null)
    return (
      <Ticks
        label={label}
        options={options}
        ticked={typeof value === 'string' ? [] : value}
        onChange={onChange}
      />
    );
  if (type === 'select' && options !== null)
    return (
      <Dropdown
        label={label}
        options={[
          { id: '', name: words.notAnswered },
          ...options.map((option) => ({ id: option, name: option })),
        ]}
        selected={text}
        onSelect={onChange}
      />
    );
  return (
    <Field
      label={label}
      type={type === 'date' ? 'date' : 'text'}
      value={text}
      onChange={onChange}
    />
  );
}

function Ticks({
  label,
  options,
  ticked,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly string[];
  readonly ticked: readonly string[];
  readonly onChange: (ticked: readonly string[]) => void;
}): ReactElement {
  const name = useId();
  return (
    <fieldset className={`${controls['ticks']} ${styles['wide']}`}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option} className={controls['tick']}>
          <input
            type="checkbox"
            name={name}
            checked={ticked.includes(option)}
            onChange={({ target }) => {
              const others = ticked.filter((one) => one !== option);
              onChange(target.checked ? [...others, option] : others);
            }}
          />
          {option}
        </label>
      ))}
    </fieldset>
  );
}
