import type { Instant } from '../../shared/instant.ts';

/** Structured log. Details never contain secrets, tokens or ticket codes. */
export interface Logger {
  info(details: Readonly<Record<string, unknown>>, message: string): void;
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
  error(details: Readonly<Record<string, unknown>>, message: string): void;
}

export interface Timers {
  /** Runs once after at least `delayMs`; the returned function cancels. A pending timer never keeps the process alive. */
  after(delayMs: number, run: () => void): () => void;
}

export interface Random {
  /** Uniform in [0, 1). */
  fraction(): number;
  /** An uppercase ULID that sorts after all earlier ones of this process. */
  ulid(at: Instant): string;
}

/** The device's clocks. `core/corrected-clock.ts` derives corrected time from them. */
export interface DeviceClock {
  /** The device's wall clock; it may jump. */
  deviceNow(): Instant;
  /** Milliseconds since a fixed moment of this process, with fractions; never decreases. */
  monotonicMs(): number;
}

/** The disk that holds the station's stores. */
export interface Disk {
  /** Bytes that this user may still write there; null if the system does not report it. */
  freeBytes(): number | null;
}
