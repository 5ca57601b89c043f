interface Person {
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly email?: string | null;
}

/** What somebody is called: by name, else by email; an empty text for nobody. */
export function nameOf(person: Person | null | undefined): string {
  const name = [person?.first_name, person?.last_name].filter(Boolean).join(' ');
  return name === '' ? (person?.email ?? '') : name;
}
