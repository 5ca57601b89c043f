// Lines of a file while it is imported, in a temporary database on disk that SQLite removes when it is closed, or the process ends: memory stays
// the same however long the file is.
import BetterSqlite from 'better-sqlite3';
import type {
  FoundProblem,
  ImportProblem,
  ImportProblemGroup,
} from '../../../shared/console/import-problems.ts';
import type { ImportLine } from '../lines/import-line.ts';
import { identityOf } from './identity.ts';

/** Lines that belong together. */
export interface LineGroup {
  /** Equal for the same lines in every file. */
  readonly identity: string;
  readonly isOrder: boolean;
  /** In the order of the file. */
  readonly lines: readonly ImportLine[];
}

export function linesIn(groups: readonly LineGroup[]): number {
  return groups.reduce((sum, { lines }) => sum + lines.length, 0);
}

/** A seat as the file has it, and as seats are compared. */
export interface SeatLabel {
  readonly key: string;
  readonly label: string;
}

/** Who is named in a file, by its lines. */
export interface NamedPerson {
  readonly email_key: string;
  readonly first: readonly [string | null, string | null];
  readonly last: readonly [string | null, string | null];
}

/** What became, or would become, of a line. */
export interface LineOutcome {
  readonly line: number;
  readonly result: string;
  readonly why: string;
  readonly order: string | null;
  readonly ticket: string | null;
}

const TABLES = `
  create table groups (seq integer primary key, identity text not null unique, is_order integer not null, size integer not null);
  create table lines (line integer primary key, seq integer not null, body text not null);
  create index lines_seq on lines (seq);
  create table alike (identity text primary key, lines integer not null) without rowid;
  create table codes (code text primary key, line integer not null) without rowid;
  create table seats (session integer not null, seat text not null, line integer not null, primary key (session, seat)) without rowid;
  create table people (email_key text primary key, first_line integer, first_first text, first_last text, last_first text, last_last text, other_line integer) without rowid;
  create table problem_groups (id integer primary key, kind text not null, "values" text not null, first_line integer not null, count integer not null, unique (kind, "values"));
  create table problems (line integer not null, grp integer not null);
  create index problems_grp on problems (grp, line);
  create table wanted (place text not null, line integer not null, quantity integer not null);
  create table wanted_seats (line integer not null, session integer, seat text not null, label text not null, own text);
  create table renamed (email_key text primary key) without rowid;
  create table freed_seats (ticket integer primary key);
  create table outcomes (line integer primary key, result text not null, why text not null, "order" text, ticket text);
`;

/** Of what a problem names. */
const MOST_OF_VALUE = 300;

/** Lines without an order in the shop that say the same are taken this many at a time. */
const MOST_ALIKE = 100;

const OUTCOMES = `
  select coalesce(o.line, p.line) as line, iif(p.line is null, o.result, 'problem') as result,
      o.why as why, o."order" as "order", o.ticket as ticket, p.problems as problems
    from outcomes o full join (select line, json_group_array(json_object('kind', kind, 'values', json("values"))) as problems
      from problems join problem_groups g on g.id = grp group by line) p on p.line = o.line
    order by 1`;

interface StoredLine {
  readonly seq: number;
  readonly identity: string;
  readonly is_order: number;
  readonly body: string;
}

/** Of tickets without a session. */
const NO_SESSION = 0;

/** What is beyond it is in the temporary file, and soon in the system's cache. */
const PAGE_CACHE_KIB = 4_096;

export class Staging implements Disposable {
  readonly #database = new BetterSqlite('');
  readonly #statements = new Map<string, BetterSqlite.Statement>();
  #lines = 0;

  constructor() {
    this.#database.pragma('journal_mode = off');
    this.#database.pragma('synchronous = off');
    this.#database.pragma('locking_mode = exclusive');
    this.#database.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
    this.#database.exec(TABLES);
    this.#database.exec('begin');
  }

  get lines(): number {
    return this.#lines;
  }

  /** `isPlaced`: it may become a ticket, so that its people are named by it. */
  addLine(line: ImportLine, isPlaced: boolean): void {
    const { text, isOrder } = identityOf(line);
    const seq = this.#groupOf(isOrder ? text : this.#alikeGroup(text), isOrder);
    this.#lines += 1;
    this.#run('insert into lines values (?, ?, ?)', [line.line, seq, JSON.stringify(line)]);
    if (!isPlaced) return;
    for (const person of [line.holder, line.buyer]) {
      const key = person?.email_key ?? null;
      if (person !== null && key !== null) this.#addPerson(line.line, key, person);
    }
  }

  /** A problem, if a line before has it. */
  addCode(line: number, code: string): void {
    if (this.#run('insert or ignore into codes values (?, ?)', [code, line]) > 0) return;
    const other = this.#lineOf('select line from codes where code = ?', [code]);
    this.addProblem({ line, kind: 'code_repeated', values: { code, other } });
  }

  /** A problem, if a line before has it in that session. */
  addSeat(line: number, session: number | null, { key, label }: SeatLabel): void {
    const place = [session ?? NO_SESSION, key];
    if (this.#run('insert or ignore into seats values (?, ?, ?)', [...place, line]) > 0) return;
    const other = this.#lineOf('select line from seats where session = ? and seat = ?', place);
    this.addProblem({ line, kind: 'seat_repeated', values: { seat: label, other } });
  }

  addProblem({ line, kind, values }: ImportProblem): void {
    const group = this.#first<{ id: number }>(
      `insert into problem_groups (kind, "values", first_line, count) values (?, ?, ?, 1) on conflict do update set
        first_line = min(first_line, excluded.first_line), count = count + 1 returning id`,
      [kind, JSON.stringify(values, shortened), line],
    );
    this.#run('insert into problems values (?, ?)', [line, group?.id]);
  }

  /**
   * All groups in the order of the file, as many lines at a time as `pace` says, and a larger group alone: what is done with them needs few
   * statements, and a short transaction.
   */
  *batches(pace: { readonly lines: number }): Generator<readonly LineGroup[]> {
    let after = 0;
    for (;;) {
      const sizes = this.#all<{ seq: number; size: number }>(
        'select seq, size from groups where seq > ? order by seq limit ?',
        [after, pace.lines],
      );
      let [lines, last] = [0, after];
      for (const { seq, size } of sizes) {
        if (lines > 0 && lines + size > pace.lines) break;
        [lines, last] = [lines + size, seq];
      }
      if (last === after) return;
      yield this.#readGroups(after, last);
      after = last;
    }
  }

  #readGroups(after: number, last: number): readonly LineGroup[] {
    const rows = this.#all<StoredLine>(
      `select g.seq, g.identity, g.is_order, l.body from groups g join lines l on l.seq = g.seq
        where g.seq > ? and g.seq <= ? order by g.seq, l.line`,
      [after, last],
    );
    const groups = new Map<number, { identity: string; isOrder: boolean; lines: ImportLine[] }>();
    for (const { seq, identity, is_order, body } of rows) {
      const group = groups.get(seq) ?? { identity, isOrder: is_order === 1, lines: [] };
      groups.set(seq, group);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `addLine` writes it
      group.lines.push(JSON.parse(body) as ImportLine);
    }
    return [...groups.values()];
  }

  /** How the people with these mailboxes are named: by the line that names each first, and by the last one. */
  readPeople(keys: readonly string[]): ReadonlyMap<string, NamedPerson> {
    const rows = this.#all<PersonRow>(
      'select * from people where email_key in (select value from json_each(?))',
      [JSON.stringify(keys)],
    );
    return new Map(
      rows.map((row) => [
        row.email_key,
        {
          email_key: row.email_key,
          first: [row.first_first, row.first_last],
          last: [row.last_first, row.last_last],
        },
      ]),
    );
  }

  /** Notes a person whom the organiser knows by another name. */
  noteOtherName(emailKey: string): void {
    this.#run('insert or ignore into renamed values (?)', [emailKey]);
  }

  /** How many people two lines name differently, or a line and the organiser. */
  countOtherNames(): number {
    const people =
      'select email_key from people where other_line is not null union select email_key from renamed';
    return this.#first<{ count: number }>(`select count(*) as count from (${people})`)?.count ?? 0;
  }

  /** Notes that a line takes places of a ticket type or an add-on; a negative quantity gives them back. */
  want(place: string, line: number, quantity: number): void {
    this.#run('insert into wanted values (?, ?, ?)', [place, line, quantity]);
  }

  readWanted(): readonly { readonly place: string; readonly quantity: number }[] {
    return this.#all('select place, sum(quantity) as quantity from wanted group by place');
  }

  /** The line at which more places are wanted than there are. */
  lineBeyond(place: string, places: number): number {
    let left = places;
    const lines = this.#each<{ line: number; quantity: number }>(
      'select line, quantity from wanted where place = ? order by quantity > 0, line',
      [place],
    );
    let last = 1;
    for (const { line, quantity } of lines) {
      left -= quantity;
      last = line;
      if (left < 0) break;
    }
    return last;
  }

  /** Notes that a line takes a seat; `own` is the ticket that the line is, if there is one. */
  wantSeat(line: number, session: number | null, seat: SeatLabel, own: string | null): void {
    this.#run('insert into wanted_seats values (?, ?, ?, ?, ?)', [
      line,
      session,
      seat.key,
      seat.label,
      own,
    ]);
  }

  /** Notes that a ticket of the event gives its seat back. */
  freeSeat(ticketId: number): void {
    this.#run('insert or ignore into freed_seats values (?)', [ticketId]);
  }

  isSeatFreed(ticketId: number): boolean {
    return this.#first('select 1 from freed_seats where ticket = ?', [ticketId]) !== undefined;
  }

  readWantedSeats(after: number, limit: number): readonly WantedSeat[] {
    return this.#all<WantedSeat>(
      'select rowid as id, * from wanted_seats where rowid > ? order by rowid limit ?',
      [after, limit],
    );
  }

  addOutcome({ line, result, why, order, ticket }: LineOutcome): void {
    this.#run('insert or replace into outcomes values (?, ?, ?, ?, ?)', [
      line,
      result,
      why,
      order,
      ticket,
    ]);
  }

  /** What a line has become. */
  notePlaced(line: number, order: string, ticket: string | null): void {
    this.#run('update outcomes set "order" = ?, ticket = ? where line = ?', [order, ticket, line]);
  }

  /** `say`: words for a problem. Of a line with problems these; nothing of its file is imported. */
  *outcomes(say: (problem: FoundProblem) => string): Generator<LineOutcome> {
    const rows = this.#each<LineOutcome & { readonly problems: string | null }>(OUTCOMES);
    for (const { problems, ...outcome } of rows) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `addProblem` writes them
      const found = problems === null ? [] : (JSON.parse(problems) as readonly FoundProblem[]);
      yield found.length === 0 ? outcome : { ...outcome, why: found.map(say).join(' ') };
    }
  }

  countProblems(): number {
    return this.#first<{ count: number }>('select count(*) as count from problems')?.count ?? 0;
  }

  /** Those that say the same together, by their first lines. */
  groupProblems(limit: number, most: number): readonly ImportProblemGroup[] {
    const rows = this.#all<StoredProblem & { readonly count: number; readonly lines: string }>(
      `select kind, "values", first_line as line, count, (select json_group_array(line) from
          (select line from problems where grp = g.id order by line limit ?)) as lines
        from problem_groups g order by first_line, id limit ?`,
      [most, limit],
    );
    return rows.map((row) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query writes it
      readStored({ count: row.count, lines: JSON.parse(row.lines) as number[] }, row),
    );
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  /** Groups are numbered by their first lines. */
  #groupOf(identity: string, isOrder: boolean): number {
    const group = this.#first<{ seq: number }>(
      `insert into groups (identity, is_order, size) values (?, ?, 1)
        on conflict (identity) do update set size = size + 1 returning seq`,
      [identity, Number(isOrder)],
    );
    if (group === undefined) throw new Error('expected the number of the group');
    return group.seq;
  }

  #alikeGroup(identity: string): string {
    const known = this.#first<{ lines: number }>(
      'insert into alike values (?, 0) on conflict do update set lines = lines + 1 returning lines',
      [identity],
    );
    return `${identity} ${Math.floor((known?.lines ?? 0) / MOST_ALIKE)}`;
  }

  #addPerson(
    line: number,
    emailKey: string,
    {
      first_name,
      last_name,
    }: { readonly first_name: string | null; readonly last_name: string | null },
  ): void {
    if (first_name === null && last_name === null) return;
    this.#run(
      `insert into people values (?, ?, ?, ?, ?, ?, null) on conflict (email_key) do update set
        last_first = excluded.last_first, last_last = excluded.last_last,
        other_line = case when first_first is not excluded.first_first or first_last is not excluded.first_last
          then coalesce(other_line, excluded.first_line) else other_line end`,
      [emailKey, line, first_name, last_name, first_name, last_name],
    );
  }

  /** The line that is there. */
  #lineOf(sql: string, params: readonly unknown[]): number {
    const row = this.#first<{ line: number }>(sql, params);
    if (row === undefined) throw new Error('expected the line that has it');
    return row.line;
  }

  /** Returns how many rows changed. */
  #run(sql: string, params: readonly unknown[]): number {
    return this.#prepare(sql).run(...params).changes;
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the row type is the query's own
  #first<Row>(sql: string, params: readonly unknown[] = []): Row | undefined {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
    return this.#prepare(sql).get(...params) as Row | undefined;
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- likewise
  #all<Row>(sql: string, params: readonly unknown[] = []): readonly Row[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
    return this.#prepare(sql).all(...params) as Row[];
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- likewise
  #each<Row>(sql: string, params: readonly unknown[] = []): IterableIterator<Row> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- likewise
    return this.#prepare(sql).iterate(...params) as IterableIterator<Row>;
  }

  #prepare(sql: string): BetterSqlite.Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

interface StoredProblem {
  readonly line: number;
  readonly kind: string;
  readonly values: string;
}

/** What a cell says may have a million characters. */
function shortened(_key: string, value: unknown): unknown {
  const isLong = typeof value === 'string' && value.length > MOST_OF_VALUE;
  return isLong ? `${value.slice(0, MOST_OF_VALUE)}…` : value;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what stands beside the problem is the caller's
function readStored<Problem>(beside: object, { kind, values }: StoredProblem): Problem {
  const said: unknown = JSON.parse(values);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `addProblem` writes it
  return { ...beside, kind, values: said } as Problem;
}

export interface WantedSeat {
  readonly id: number;
  readonly line: number;
  readonly session: number | null;
  readonly seat: string;
  readonly label: string;
  /** Reference of the ticket that has it already. */
  readonly own: string | null;
}

interface PersonRow {
  readonly email_key: string;
  readonly first_first: string | null;
  readonly first_last: string | null;
  readonly last_first: string | null;
  readonly last_last: string | null;
}
