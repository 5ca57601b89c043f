import type { WriteTransaction } from '../../database/transaction.ts';
import { savePeople, type CheckedPerson } from '../../domain/contacts/save-people.ts';
import { insertContacts, type ContactRow } from '../../store/contacts.ts';
import type { ImportLine, LinePerson } from '../lines/import-line.ts';
import type { ImportContext } from '../plan/import-context.ts';

type Contact = Pick<ContactRow, 'id' | 'email'>;

/** The contacts of the people of some lines: by mailbox, and for whom only a name is known one of their own each. */
export interface BatchPeople {
  readonly contactOf: (person: LinePerson | null) => Contact | null;
}

export async function saveBatchPeople(
  tx: WriteTransaction,
  { staged, catalogue, options }: ImportContext,
  lines: readonly ImportLine[],
): Promise<BatchPeople> {
  const people = lines
    .flatMap(({ holder, buyer }) => [holder, buyer])
    .filter((person) => person !== null);
  const { organiser_id } = catalogue.event;
  const named = staged.staging.readPeople(people.flatMap(({ email_key }) => email_key ?? []));
  const isLast = options.naming === 'last';
  const checked = people.flatMap((person): readonly CheckedPerson[] => {
    const { email, email_key } = person;
    if (email === null || email_key === null) return [];
    const said = named.get(email_key);
    const [first_name = null, last_name = null] = (isLast ? said?.last : said?.first) ?? [];
    return [{ email, email_key, first_name, last_name }];
  });
  const known = await savePeople(tx, organiser_id, checked, options.naming !== 'keep');
  const nameless = people.filter(({ email_key }) => email_key === null);
  const inserted = await insertContacts(
    tx,
    nameless.map(({ first_name, last_name }) => ({
      organiser_id,
      email: null,
      email_key: null,
      first_name,
      last_name,
    })),
  );
  const own = new Map(nameless.map((person, at) => [person, inserted[at] ?? null]));
  return {
    contactOf: (person) =>
      person === null
        ? null
        : ((person.email_key === null ? own.get(person) : known.get(person.email_key)) ?? null),
  };
}
