import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  KIOSK_PIN,
  MAX_ACTIVITY_PAGE,
  MAX_ATTENTION_PAGE,
  MAX_QUERY_LENGTH,
  type StationMessage,
  type StationRequest,
} from '../../shared/station/api.ts';
import { MAX_FIRST_ENTRY_POINTS } from '../../shared/station/server.ts';
import { locales } from '../../shared/verdict/locale.ts';
import type { ServedStation } from './served-station.ts';

/** Longest code a scanner may deliver, in characters. */
const CODE_LIMIT = 8192;
/** More of one add-on at a time is a slip of the hand. */
const MAX_REDEEMED = 1_000_000;
const Short = Type.String({ maxLength: 200 });
const Named = Type.String({ minLength: 1, maxLength: 200 });
/** As systems name them; nothing else is ever opened. */
const SerialPortPath = Type.String({
  maxLength: 200,
  pattern: String.raw`^(?:COM\d{1,3}|/dev/(?:[\w-][\w.-]*/)*[\w-][\w.-]*)$`,
});

const Command = Type.Union([
  Type.Object({
    kind: Type.Literal('scan'),
    code: Type.String({ maxLength: CODE_LIMIT }),
    symbology: Type.Union([Short, Type.Null()]),
    source: Type.Enum(['keyboard', 'hid', 'serial', 'camera', 'typed']),
  }),
  Type.Object({
    kind: Type.Literal('search_tickets'),
    query: Type.String({ maxLength: MAX_QUERY_LENGTH }),
  }),
  Type.Object({
    kind: Type.Enum(['read_order', 'check_in', 'read_add_ons']),
    ticket: Short,
  }),
  Type.Object({
    kind: Type.Literal('redeem'),
    order: Short,
    order_line: Short,
    quantity: Type.Integer({ minimum: -MAX_REDEEMED, maximum: MAX_REDEEMED }),
  }),
  Type.Object({ kind: Type.Literal('select_event'), event: Short }),
  Type.Object({
    kind: Type.Literal('select_entry_point'),
    location: Type.Union([Short, Type.Null()]),
  }),
  Type.Object({ kind: Type.Literal('set_mode'), mode: Type.Enum(['automatic', 'offline']) }),
  Type.Object({ kind: Type.Literal('set_peers'), on: Type.Boolean() }),
  Type.Object({
    kind: Type.Literal('set_scanners'),
    choice: Type.Object(
      {
        serial_port: Type.Optional(Type.Union([SerialPortPath, Type.Null()])),
        camera: Type.Optional(Type.Boolean()),
        camera_device: Type.Optional(Type.Union([Short, Type.Null()])),
        beeps: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
  }),
  Type.Object({
    kind: Type.Enum(['enter_kiosk', 'leave_kiosk']),
    pin: Type.String({ pattern: KIOSK_PIN.source }),
  }),
  Type.Object({ kind: Type.Literal('look_for_scanners') }),
  Type.Object({ kind: Type.Literal('set_locale'), locale: Type.Enum([...locales]) }),
  Type.Object({ kind: Type.Literal('suggest_locale'), locale: Type.Enum([...locales]) }),
  Type.Object({
    kind: Type.Enum([
      'sync_now',
      'read_figures',
      'read_stations',
      'self_test',
      'read_server',
      'back_up_server',
      'move_server',
      'renew_certificate',
      'close_server',
      'read_enrolment_choices',
    ]),
  }),
  Type.Object({ kind: Type.Literal('open_server'), with_demo: Type.Boolean() }),
  Type.Object({
    kind: Type.Literal('enrol_station'),
    host: Short,
    name: Named,
    organiser: Short,
    event: Type.Union([Short, Type.Null()]),
    location: Type.Union([Short, Type.Null()]),
  }),
  Type.Object({
    kind: Type.Literal('run_server'),
    content: Type.Union([
      Type.Object({ kind: Type.Literal('demo') }),
      Type.Object({
        kind: Type.Literal('own'),
        organiser: Named,
        event: Named,
        entry_points: Type.Array(Named, { maxItems: MAX_FIRST_ENTRY_POINTS }),
        timezone: Type.String({ minLength: 1, maxLength: 64 }),
      }),
    ]),
  }),
  Type.Object({
    kind: Type.Literal('read_attention'),
    after: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
    limit: Type.Integer({ minimum: 1, maximum: MAX_ATTENTION_PAGE }),
  }),
  Type.Object({
    kind: Type.Literal('read_activity'),
    before: Type.Union([Type.Integer(), Type.Null()]),
    limit: Type.Integer({ minimum: 1, maximum: MAX_ACTIVITY_PAGE }),
    filter: Type.Object({
      result: Type.Optional(Type.Enum(['admitted', 'denied', 'unknown', 'redemption'])),
      upload: Type.Optional(Type.Enum(['waiting', 'sent', 'refused'])),
      words: Type.Optional(Type.String({ maxLength: MAX_QUERY_LENGTH })),
    }),
  }),
  Type.Object({
    kind: Type.Literal('read_conflicts'),
    state: Type.Enum(['open', 'resolved']),
    page: Type.Union([Type.String({ maxLength: 2048 }), Type.Null()]),
  }),
  Type.Object({
    kind: Type.Literal('resolve_conflict'),
    conflict: Short,
    note: Type.String({ minLength: 1, maxLength: 1_000 }),
  }),
  Type.Object({
    kind: Type.Literal('resend_attention'),
    references: Type.Union([Type.Array(Short, { maxItems: MAX_ATTENTION_PAGE }), Type.Null()]),
  }),
  Type.Object({
    kind: Type.Literal('connect'),
    server_url: Type.String({ maxLength: 2048 }),
    client_id: Short,
    client_secret: Short,
    certificate: Type.Optional(
      Type.Union([Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }), Type.Null()]),
    ),
    event: Type.Optional(Type.Union([Short, Type.Null()])),
    location: Type.Optional(Type.Union([Short, Type.Null()])),
  }),
]);

const requestSchema = Compile(
  Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }), command: Command }),
);

/** Null when a screen, or whoever speaks in its place, sent something else. */
export function parseStationRequest(raw: unknown): StationRequest | null {
  return requestSchema.Check(raw) ? raw : null;
}

/** Answers whatever arrives from a screen with a reply; it never rejects. */
export async function answerRequest(
  station: Pick<ServedStation, 'handle'>,
  raw: unknown,
): Promise<StationMessage> {
  const request = parseStationRequest(raw);
  if (request === null) {
    const message = 'This message is not part of the station contract.';
    return {
      kind: 'reply',
      id: idOf(raw),
      result: { ok: false, code: 'command.invalid', message },
    };
  }
  try {
    return await station.handle(request);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      kind: 'reply',
      id: request.id,
      result: { ok: false, code: 'station.failed', message },
    };
  }
}

/** The id to answer under, as far as there is one. */
function idOf(raw: unknown): string {
  return typeof raw === 'object' && raw !== null && 'id' in raw && typeof raw.id === 'string'
    ? raw.id.slice(0, 100)
    : '';
}
