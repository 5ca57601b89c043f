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
  const nameless = namelessOf(lines);
  const each = [...new Set(nameless.values())];
  const inserted = await insertContacts(
    tx,
    each.map(({ first_name, last_name }) => ({
      organiser_id,
      email: null,
      email_key: null,
      first_name,
      last_name,
    })),
  );
  const own = new Map(each.map((person, at) => [person, inserted[at] ?? null]));
  return {
    contactOf: (person) =>
      person === null
        ? null
        : ((person.email_key === null
            ? own.get(nameless.get(person) ?? person)
            : known.get(person.email_key)) ?? null),
  };
}

/** People without an email, with the one whom they are: the buyer of an order is one person, whose name each of its lines repeats. */
function namelessOf(lines: readonly ImportLine[]): ReadonlyMap<LinePerson, LinePerson> {
  const buyers = new Map<string, LinePerson>();
  const found = new Map<LinePerson, LinePerson>();
  for (const { holder, buyer, order, order_reference } of lines) {
    if (holder?.email_key === null) found.set(holder, holder);
    if (buyer?.email_key !== null) continue;
    const number = order ?? order_reference;
    const key = JSON.stringify([number, buyer.first_name, buyer.last_name]);
    const first = number === null ? buyer : (buyers.get(key) ?? buyer);
    buyers.set(key, first);
    found.set(buyer, first);
  }
  return found;
}
