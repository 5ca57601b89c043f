import { assertNever } from '../../../shared/assert-never.ts';

/**
 * Counts the steps of a backtracking matcher like V8's for a regular expression on a model, because engines do not report them. Supports what this
 * project uses (classes, groups, quantifiers, alternatives, lookaheads, `^`, `$`) and throws a SyntaxError for anything else, so that nothing goes
 * uncounted.
 */
export interface CountedMatch {
  readonly steps: number;
  /** Start and end of the match; null if there is none. */
  readonly span: readonly [start: number, end: number] | null;
}

export function matchCounting(regexp: RegExp, text: string, from: number): CountedMatch {
  const pattern = read(regexp);
  const machine = new Machine(text, regexp);
  const last = regexp.sticky ? from : text.length;
  for (let start = from; start <= last; start += machine.width(start)) {
    const end = machine.run(pattern, start, (at) => at);
    if (end !== null) return { steps: machine.steps, span: [start, end] };
  }
  return { steps: machine.steps, span: null };
}

type Node =
  | { readonly kind: 'one'; readonly matches: (character: string) => boolean }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Node[] }
  | { readonly kind: 'ahead'; readonly isWanted: boolean; readonly inner: Node }
  | {
      readonly kind: 'repeat';
      readonly inner: Node;
      readonly least: number;
      readonly most: number;
      readonly isLazy: boolean;
    };

type Next = (at: number) => number | null;

class Machine {
  steps = 0;
  readonly #text: string;
  readonly #byCodePoint: boolean;
  readonly #multiline: boolean;

  constructor(text: string, { unicode, multiline }: RegExp) {
    this.#text = text;
    this.#byCodePoint = unicode;
    this.#multiline = multiline;
  }

  /** The width of the character at `at`, in UTF-16 code units. */
  width(at: number): number {
    return this.#byCodePoint && (this.#text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }

  run(node: Node, at: number, next: Next): number | null {
    this.steps += 1;
    switch (node.kind) {
      case 'one':
        return this.#takes(node.matches, at) ? next(at + this.width(at)) : null;
      case 'start':
        return at === 0 || (this.#multiline && this.#text[at - 1] === '\n') ? next(at) : null;
      case 'end':
        return at === this.#text.length || (this.#multiline && this.#text[at] === '\n')
          ? next(at)
          : null;
      case 'sequence':
        return this.#sequence(node.parts, 0, at, next);
      case 'choice':
        return this.#firstOf(node.parts.map((part) => () => this.run(part, at, next)));
      case 'ahead':
        return (this.run(node.inner, at, (end) => end) !== null) === node.isWanted
          ? next(at)
          : null;
      case 'repeat':
        return node.inner.kind === 'one' && !node.isLazy
          ? this.#run(node.inner.matches, node, at, next)
          : this.#repeat(node, 0, at, next);
      default:
        return assertNever(node);
    }
  }

  #takes(matches: (character: string) => boolean, at: number): boolean {
    return at < this.#text.length && matches(this.#text.slice(at, at + this.width(at)));
  }

  #firstOf(ways: readonly (() => number | null)[]): number | null {
    for (const way of ways) {
      const end = way();
      if (end !== null) return end;
    }
    return null;
  }

  #sequence(parts: readonly Node[], index: number, at: number, next: Next): number | null {
    const part = parts[index];
    if (part === undefined) return next(at);
    return this.run(part, at, (end) => this.#sequence(parts, index + 1, end, next));
  }

  /** A greedy repetition of single characters without recursion: as far forward as possible, then back one by one. */
  #run(
    matches: (character: string) => boolean,
    { least, most }: { readonly least: number; readonly most: number },
    from: number,
    next: Next,
  ): number | null {
    const ends = [from];
    let at = from;
    while (ends.length <= most && this.#takes(matches, at)) {
      this.steps += 1;
      at += this.width(at);
      ends.push(at);
    }
    for (let count = ends.length - 1; count >= least; count -= 1) {
      this.steps += 1;
      const end = next(ends[count] ?? from);
      if (end !== null) return end;
    }
    return null;
  }

  #repeat(
    node: Extract<Node, { kind: 'repeat' }>,
    count: number,
    at: number,
    next: Next,
  ): number | null {
    const once = () =>
      count >= node.most
        ? null
        : this.run(node.inner, at, (end) =>
            end === at && count >= node.least ? null : this.#repeat(node, count + 1, end, next),
          );
    const done = () => (count >= node.least ? next(at) : null);
    return this.#firstOf(node.isLazy ? [done, once] : [once, done]);
  }
}

const known = new Map<string, Node>();

function read(regexp: RegExp): Node {
  const key = String(regexp);
  const parsed = known.get(key) ?? new Reader(regexp).read();
  known.set(key, parsed);
  return parsed;
}

/** A class, an escape or a plain character. */
const ONE =
  /\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|p\{[^}]*\}|P\{[^}]*\}|[^bBk1-9])|[^\\()[\]|*+?{}^$]/uy;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})(\??)/y;

class Reader {
  readonly #source: string;
  readonly #flags: string;
  #at = 0;

  constructor({ source, flags }: RegExp) {
    this.#source = source;
    this.#flags = flags.replace(/[gydm]/g, '');
  }

  read(): Node {
    const node = this.#choice();
    if (this.#at < this.#source.length) throw this.#unknown();
    return node;
  }

  #choice(): Node {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return { kind: 'choice', parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) {
      parts.push(this.#quantified(this.#atom()));
    }
    return { kind: 'sequence', parts };
  }

  #quantified(inner: Node): Node {
    QUANTIFIER.lastIndex = this.#at;
    const found = QUANTIFIER.exec(this.#source);
    if (found === null) return inner;
    this.#at = QUANTIFIER.lastIndex;
    const [sign = '', first, comma, last, lazy] = found;
    const isLazy = lazy === '?';
    if (first === undefined) {
      const least = sign.startsWith('+') ? 1 : 0;
      return { kind: 'repeat', inner, least, most: sign.startsWith('?') ? 1 : Infinity, isLazy };
    }
    const least = Number(first);
    const most = comma === undefined ? least : Number(last || Infinity);
    return { kind: 'repeat', inner, least, most, isLazy };
  }

  #atom(): Node {
    if (this.#take('^')) return { kind: 'start' };
    if (this.#take('$')) return { kind: 'end' };
    if (this.#take('(?:')) return this.#group();
    if (this.#take('(?=')) return { kind: 'ahead', isWanted: true, inner: this.#group() };
    if (this.#take('(?!')) return { kind: 'ahead', isWanted: false, inner: this.#group() };
    if (this.#source.startsWith('(?', this.#at)) throw this.#unknown();
    if (this.#take('(')) return this.#group();
    return { kind: 'one', matches: this.#one() };
  }

  #group(): Node {
    const inner = this.#choice();
    if (!this.#take(')')) throw this.#unknown();
    return inner;
  }

  /** Asks the engine whether a character is in the class, once per character. */
  #one(): (character: string) => boolean {
    ONE.lastIndex = this.#at;
    const found = ONE.exec(this.#source)?.[0];
    if (found === undefined) throw this.#unknown();
    this.#at = ONE.lastIndex;
    const whole = new RegExp(`^(?:${found})$`, this.#flags);
    const asked = new Map<string, boolean>();
    return (character) => {
      const matches = asked.get(character) ?? whole.test(character);
      asked.set(character, matches);
      return matches;
    };
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #unknown(): SyntaxError {
    return new SyntaxError(`expected a simpler pattern than ${this.#source} at ${this.#at}`);
  }
}
