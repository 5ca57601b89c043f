import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useFormats, useWords } from '../../data/console-context.tsx';
import { FactCard } from '../../components/record-page.tsx';
import { Section } from '../../../components/section.tsx';
import { choiceWord } from '../../state/choice-word.ts';
import { usePlaces } from '../../shell/use-places.ts';
import styles from './event-overview.module.css';
import type { PartProps } from './use-event-part.ts';

/** Lists that can be narrowed to one event. */
const ofEvent: ReadonlySet<string> = new Set([
  'orders',
  'tickets',
  'waitingLists',
  'scans',
  'conflicts',
]);

/** What an event is, and the lists of what belongs to it. */
export function EventOverview({ event }: PartProps): ReactElement {
  const { events: words, operations, shell } = useWords();
  const formats = useFormats(event.timezone);
  const places = usePlaces().filter(({ id }) => ofEvent.has(id));
  const { reference, starts_at, ends_at, timezone, currency, slug } = event;
  const sold = event.ticket_types.reduce((sum, one) => sum + (one.sold ?? 0), 0);
  const { facts } = words;
  return (
    <>
      <FactCard
        facts={[
          { label: facts.starts, value: starts_at === null ? '–' : formats.dayTime(starts_at) },
          { label: facts.ends, value: ends_at === null ? '–' : formats.dayTime(ends_at) },
          { label: facts.zone, value: timezone },
          { label: facts.sold, value: formats.number(sold) },
          { label: facts.currency, value: currency },
          { label: facts.slug, value: slug },
          {
            label: facts.opensBefore,
            value: facts.minutes(formats.number(event.opens_before_minutes)),
          },
          { label: facts.peers, value: event.peers ? shell.yes : shell.no },
          {
            label: facts.capacity,
            value:
              event.capacity === null
                ? words.ticketTypes.unlimited
                : formats.number(event.capacity),
          },
          {
            label: facts.undo,
            value:
              event.undo_minutes === 0
                ? facts.supervisorsOnly
                : facts.undoMinutes(formats.number(event.undo_minutes)),
          },
          {
            label: facts.overrule,
            value: choiceWord(operations, 'overrule', event.overrule),
          },
        ]}
      />
      {places.length > 0 && (
        <Section title={words.ofEvent}>
          <ul className={styles['places']}>
            {places.map(({ id, address, icon: Icon }) => (
              <li key={id}>
                <Link to={address} search={{ event: reference }} className={styles['place']}>
                  <Icon size={16} aria-hidden="true" />
                  {shell.places[id]}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
