// Why: docs/decisions/0015-sync-machine.md
import { STREAM_HEARTBEAT_MS } from '../../../shared/resources/event-stream.ts';
import type { BackoffShape } from '../backoff.ts';
import type { Intervals } from './sync-state.ts';

export const defaultIntervals: Intervals = {
  identity: 60_000,
  // Scans in quick succession share a push; a single one is sent immediately, so that all doors learn of it.
  push: 50,
  scans: 5_000,
  releases: 5_000,
  setup: 60_000,
  events: 60_000,
  heartbeat: 30_000,
  tickets: 15_000,
  order_lines: 15_000,
  answers: 15_000,
  // An ended stream is reopened after this.
  stream: 1_000,
  // The channel checks for an import on every change, and this often besides.
  import: 30_000,
  notice: 5_000,
};

/** While the stream reports changes, a list without notices is polled this rarely. */
export const STREAMING_MS = 30_000;

/** Nothing has arrived for this long: slow lines and large pages take less. */
export const SILENT_MS = 4_000;
/** Without any data for so long an open stream is given up. */
export const STREAM_SILENCE_MS = 2.5 * STREAM_HEARTBEAT_MS;
/** A shorter wait that the server asks for is over before anybody could read about it. */
export const LONG_WAIT_MS = 5_000;
/** The minimum time between two starts of a channel whose requests are aborted. */
export const ABORTED_GAP_MS = 1_000;

/** How often an unreachable server is probed: the screen shows its return within seconds. */
export const PROBE: BackoffShape = { firstMs: 500, capMs: 3_000 };
/** A server that responds but refuses this station needs a person; probing often does not help. */
export const REFUSED_PROBE: BackoffShape = { firstMs: 2_000, capMs: 30_000 };
export const CHANNEL_RETRY: BackoffShape = { firstMs: 1_000, capMs: 30_000 };
/** Scans wait a few seconds at most when what kept them from arriving is over, which nothing else shows. */
export const PUSH_RETRY: BackoffShape = { firstMs: 1_000, capMs: 8_000 };
/** What the server refused is offered again this often. Such scans are few, but on a bare `/v1` each of them is a request. */
export const OFFER_AGAIN_MS = 300_000;
