import { systemClock } from '../../database/clock.ts';
import type { CopiedBytes } from '../../database/database.ts';
import type { StatusLine, Terminal } from './terminal.ts';

/** How far a command is: `done` of `total` things, such as rows; `total` is null where nobody knows it yet. */
export interface Step {
  readonly done: number;
  readonly total: number | null;
  /** What is counted and what is done with it: `lines imported`. */
  readonly what: string;
}

/** What takes less shows nothing. */
const FIRST_MS = 1_000;
const REDRAW_MS = 250;

/**
 * Shows on one line of a terminal how far a command is and how long it will take: from the second on, until it is cleared. Ctrl+C takes the line away before
 * the command ends. Where no terminal is, nothing is shown.
 */
export class Progress implements Disposable {
  readonly #line: StatusLine | undefined;
  #step: Step | null = null;
  #begunMs = 0;
  #shown: { readonly timer: NodeJS.Timeout; readonly release: () => void } | null = null;
  #isDrawn = false;

  constructor({ statusLine }: Pick<Terminal, 'statusLine'>) {
    this.#line = statusLine;
  }

  /** Whether anybody sees it: only then is it worth while to count something for it. */
  get isSeen(): boolean {
    return this.#line !== undefined;
  }

  /** The pace is measured anew for each `what`, and when a step begins again. */
  report(step: Step): void {
    if (this.#line === undefined) return;
    const before = this.#step;
    this.#step = step;
    if (before?.what !== step.what || step.done < before.done)
      this.#begunMs = systemClock.monotonicMs();
    this.#shown ??= this.#show(this.#line);
  }

  clear(): void {
    if (this.#shown === null) return;
    clearInterval(this.#shown.timer);
    this.#shown.release();
    this.#shown = null;
    this.#step = null;
    if (this.#isDrawn) this.#line?.write('');
    this.#isDrawn = false;
  }

  [Symbol.dispose](): void {
    this.clear();
  }

  #show(line: StatusLine) {
    const beganMs = systemClock.monotonicMs();
    const timer = setInterval(() => {
      const now = systemClock.monotonicMs();
      if (this.#step === null || now - beganMs < FIRST_MS) return;
      // The last column stays free: some terminals begin another line as soon as it is written.
      const text = progressText(this.#step, now - this.#begunMs);
      this.#isDrawn = true;
      line.write(text.slice(0, Math.max(0, line.columns() - 1)));
    }, REDRAW_MS).unref();
    return { timer, release: line.onInterrupt(() => this.clear()) };
  }
}

const MEGABYTE = 1_000_000;

export function copiedBytes({ bytes, of }: CopiedBytes): Step {
  const [done, total] = [Math.floor(bytes / MEGABYTE), Math.ceil(of / MEGABYTE)];
  return { done, total, what: 'MB copied' };
}

/** `12,000 of 50,000 lines imported, about 2 minutes left`, by the pace of what was done in these milliseconds. */
export function progressText({ done, total, what }: Step, elapsedMs: number): string {
  const counted = done.toLocaleString('en');
  if (total === null) return `${counted} ${what}`;
  const of = `${counted} of ${total.toLocaleString('en')} ${what}`;
  if (done <= 0 || elapsedMs < FIRST_MS || done >= total) return of;
  return `${of}, ${durationText((elapsedMs / done) * (total - done))} left`;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

function durationText(ms: number): string {
  if (ms < 8 * SECOND_MS) return 'a few seconds';
  if (ms < 55 * SECOND_MS) return `about ${Math.round(ms / SECOND_MS / 10) * 10} seconds`;
  if (ms < 1.5 * MINUTE_MS) return 'about a minute';
  if (ms < 1.5 * HOUR_MS) return `about ${Math.round(ms / MINUTE_MS)} minutes`;
  return `about ${Math.round(ms / HOUR_MS)} hours`;
}
