import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { changeKinds, type ChangeKind } from '../../../shared/resources/event-stream.ts';
import { parseInstant, type Instant } from '../../../shared/instant.ts';
import { parseJson } from '../../../shared/contract/parse-json.ts';
import type { RemoteChange } from '../../ports/remote.ts';
import { readReleaseRow, readScanRow } from '../../wire/records.ts';
import { RowFields, UnreadableRowError } from '../../wire/row-fields.ts';
import { changeNotice, streamHeartbeat } from '../../wire/replies.ts';

/** A notice with a whole scan has about 1 kB. */
const MAX_EVENT_CHARS = 256 * 1024;

interface StreamReader {
  /** The first bytes have arrived: nothing on the network path buffers the stream. */
  opened(): void;
  changed(change: RemoteChange, position: string | null): void;
  heartbeat(at: Instant): void;
  received(): void | Promise<void>;
}

/** Reads server-sent events as changes of `event`; resolves to a description of what is wrong with them, or to null at their end. */
export async function readChangeStream(
  body: AsyncIterable<Uint8Array>,
  event: string,
  listener: StreamReader,
): Promise<string | null> {
  const decoder = new TextDecoder();
  let problem: string | null = null;
  let isOpen = false;
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARS,
    onEvent: (message) => {
      const at = heartbeatOf(message);
      if (at !== null) listener.heartbeat(at);
      const change = changeOf(message, event);
      if (change !== null) listener.changed(change, positionOf(message));
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') problem = 'an event had no end';
    },
  });
  for await (const bytes of body) {
    if (!isOpen) listener.opened();
    isOpen = true;
    parser.feed(decoder.decode(bytes, { stream: true }));
    if (problem !== null) return problem;
    await listener.received();
  }
  return null;
}

/** It is sent back in a header, in which a stranger's text would fail. */
function positionOf({ id }: EventSourceMessage): string | null {
  return id !== undefined && /^[\x21-\x7e]{1,1000}$/.test(id) ? id : null;
}

function heartbeatOf(message: EventSourceMessage): Instant | null {
  if (message.event !== 'heartbeat') return null;
  const heartbeat = parseJson(message.data);
  return streamHeartbeat.Check(heartbeat) ? parseInstant(heartbeat.server_time) : null;
}

/** A notice of an unknown kind is ignored; if its row cannot be read, the list must be polled. */
function changeOf(message: EventSourceMessage, event: string): RemoteChange | null {
  const kind = changeKinds.find((known) => known === message.event);
  const notice = parseJson(message.data);
  if (kind === undefined) return null;
  if (!changeNotice.Check(notice)) return { kind, reference: null, scan: null };
  const row = kind === 'scan' ? notice.scan : kind === 'release' ? notice.release : undefined;
  if (row === undefined) return { kind, reference: notice.reference, scan: null };
  return rowChange(kind, row, event);
}

function rowChange(kind: ChangeKind, row: unknown, event: string): RemoteChange {
  const unread = { kind, reference: null, scan: null };
  try {
    const fields = new RowFields(row, kind === 'scan' ? 'an entry scan (§2.9)' : 'a release');
    const read =
      kind === 'scan'
        ? { scan: readScanRow(event)(fields) }
        : { scan: null, release: readReleaseRow(event)(fields) };
    // The list says what is missing.
    if (fields.problems.length > 0) return unread;
    return { kind, reference: (read.scan ?? read.release)?.reference ?? null, ...read };
  } catch (error) {
    if (error instanceof UnreadableRowError) return unread;
    throw error;
  }
}
