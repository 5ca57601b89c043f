import { assertNever } from '../../shared/assert-never.ts';
import {
  MAX_ATTENTION_PAGE,
  type StationCommand,
  type StationRequest,
} from '../../shared/station/commands.ts';
import type { ScanOutcome } from '../../shared/station/outcomes.ts';
import { isPrintCommand } from '../../shared/station/labels.ts';
import {
  NOT_PRINTED_HERE,
  NOT_STARTED_AT_LOGIN,
  refused,
  type CommandResult,
} from '../../shared/station/results.ts';
import { isServerCommand } from '../../shared/station/server.ts';
import { isStartAtLoginCommand } from '../../shared/station/start-at-login.ts';
import type { SyncMode } from '../../shared/station/state.ts';
import { readCodes } from '../../shared/ticket-code/read-codes.ts';
import type { Journal } from '../ports/journal.ts';
import type { Replica } from '../ports/replica.ts';
import { type ActivityQuery, listActivity, listAttention } from './box-office/activity.ts';
import type { AddOns } from './box-office/add-ons.ts';
import type { BoxOffice } from './box-office/box-office.ts';
import type { Guests } from './box-office/guests.ts';
import type { ChangeLockGuard } from './lock/change-lock-guard.ts';
import type { Choices } from './state/choices.ts';
import type { Conflicts } from './box-office/conflicts.ts';
import { NO_EVENT, type DoorSelector } from './selection/door-selector.ts';
import type { DoorOpening } from './door/door-opening.ts';
import type { Corrections } from './door/corrections.ts';
import type { ScanQueue } from './door/scan-queue.ts';
import type { StationEnrolment } from './enrolment/station-enrolment.ts';
import type { Figures } from './health/figures.ts';
import type { StationFleet } from './health/fleet.ts';
import type { SelfTest } from './health/self-test.ts';
import type { Kiosk } from './lock/kiosk.ts';
import type { StationPeers } from './peers/station-peers.ts';
import type { StationScanners } from './scanners/station-scanners.ts';
import type { StationClock } from './clock/station-clock.ts';
import type { StationEmitter } from './state/station-events.ts';
import type { StationSync } from './sync/station-sync.ts';

export interface CommandParts {
  readonly selector: DoorSelector;
  readonly queue: ScanQueue;
  readonly opening: DoorOpening;
  readonly enrolment: StationEnrolment;
  readonly addOns: AddOns;
  readonly corrections: Corrections;
  readonly boxOffice: BoxOffice;
  readonly guests: Guests;
  readonly conflicts: Conflicts;
  readonly figures: Figures;
  readonly fleet: StationFleet;
  readonly selfTest: SelfTest;
  readonly kiosk: Kiosk;
  readonly changeLock: ChangeLockGuard;
  readonly choices: Choices;
  readonly journal: Journal;
  readonly replica: Replica;
  readonly sync: StationSync;
  readonly peers: StationPeers;
  readonly scanners: StationScanners;
  readonly clock: StationClock;
  readonly events: StationEmitter;
}

type CommandOf<Kind extends StationCommand['kind']> = Extract<StationCommand, { kind: Kind }>;

const DONE: CommandResult = { ok: true };
/** A host that runs a server answers these commands instead of the station. */
const NO_SERVER_HERE = refused(
  'server.not_here',
  'This station is not where a server could be run.',
);

/** Runs one command of a screen. A scan is done when all of its outcomes were shown; a choice waits for earlier scans. */
export async function runCommand(
  { id, command }: StationRequest,
  parts: CommandParts,
): Promise<CommandResult> {
  if (isServerCommand(command)) return NO_SERVER_HERE;
  if (isStartAtLoginCommand(command)) return NOT_STARTED_AT_LOGIN;
  if (isPrintCommand(command)) return NOT_PRINTED_HERE;
  switch (command.kind) {
    case 'scan':
      return await scan({ id, command }, parts);
    case 'undo':
      return await parts.corrections.undo(id, command);
    case 'overrule':
      return await parts.corrections.overrule(id, command);
    case 'admit_held':
      return await parts.corrections.admitHeld(id, command);
    case 'admit_again':
      return await parts.corrections.admitAgain(id, command);
    case 'admit_order':
      return await parts.corrections.admitOrder(id, command);
    case 'set_direction':
      await parts.queue.idle();
      return parts.selector.selectDirection(command.direction);
    case 'search_tickets':
      return parts.boxOffice.search(command.query);
    case 'read_order':
      return parts.boxOffice.readOrder(command.ticket);
    case 'check_in':
      return await checkIn(id, command.ticket, parts);
    case 'read_guest_options':
    case 'add_guest':
    case 'send_guest_ticket':
      return await parts.guests.run(command);
    case 'read_add_ons':
      return parts.addOns.read(command.ticket);
    case 'redeem':
      return parts.addOns.redeem(id, command);
    case 'select_event':
    case 'select_entry_point':
      await parts.queue.idle();
      return (await parts.changeLock.refusalOf(command)) ?? select(command, parts);
    case 'set_mode':
      return (await parts.changeLock.refusalOf(command)) ?? setMode(command.mode, parts);
    case 'set_change_lock':
      return await parts.changeLock.set(command);
    case 'set_peers':
      parts.peers.choose(command.on);
      return DONE;
    case 'set_scanners':
      parts.scanners.choose(command.choice);
      return DONE;
    case 'set_label':
      return setLabel(command, parts);
    case 'enter_kiosk':
      return await parts.kiosk.enter(command.pin);
    case 'leave_kiosk':
      return await parts.kiosk.leave(command.pin);
    case 'look_for_scanners':
      parts.scanners.look();
      return DONE;
    case 'set_locale':
    case 'suggest_locale':
      return setLocale(command, parts);
    case 'sync_now':
      parts.sync.syncNow();
      return DONE;
    case 'read_attention':
      return { ok: true, attention: listAttention(parts.journal, command) };
    case 'read_unreadable': {
      const event = parts.selector.selection?.event ?? '';
      return { ok: true, unreadable: parts.replica.listUnreadable(event, MAX_ATTENTION_PAGE) };
    }
    case 'read_figures':
      return await parts.figures.read();
    case 'read_stations':
      return await parts.fleet.read();
    case 'self_test':
      return await parts.selfTest.run();
    case 'read_conflicts':
      return await parts.conflicts.read(command);
    case 'resolve_conflict':
      return await resolveConflict(command, parts);
    case 'read_activity':
      return readActivityHere(command, parts);
    case 'resend_attention': {
      const queued = parts.journal.offerAgain(command.references);
      parts.sync.offeredAgain();
      return { ok: true, queued };
    }
    case 'connect':
      return await connect(command, parts);
    default:
      return assertNever(command);
  }
}

function select(
  command: CommandOf<'select_event' | 'select_entry_point'>,
  { selector }: CommandParts,
): CommandResult {
  return command.kind === 'select_event'
    ? selector.selectEvent(command.event)
    : selector.selectEntryPoint(command.location);
}

/** A suggestion does not replace what a person has chosen. */
function setLocale(
  { kind, locale }: CommandOf<'set_locale' | 'suggest_locale'>,
  { choices, events }: CommandParts,
): CommandResult {
  const isChoice = kind === 'set_locale';
  if (!isChoice && choices.current.locale_chosen === true) return DONE;
  choices.change(isChoice ? { locale, locale_chosen: true } : { locale });
  events.emit('changed');
  return DONE;
}

function setLabel(
  { label }: CommandOf<'set_label'>,
  { choices, events }: CommandParts,
): CommandResult {
  choices.change({ label });
  events.emit('changed');
  return DONE;
}

async function connect(
  command: CommandOf<'connect'>,
  { enrolment }: CommandParts,
): Promise<CommandResult> {
  const { server_url, client_id, client_secret, certificate } = command;
  const { keys = null, event = null, location = null } = command;
  const pin = certificate === undefined ? {} : { certificate };
  return await enrolment.connect(
    { server_url, client_id, client_secret, ...pin },
    { keys, event, location },
  );
}

async function resolveConflict(
  command: CommandOf<'resolve_conflict'>,
  { conflicts, sync }: CommandParts,
): Promise<CommandResult> {
  const resolved = await conflicts.resolve(command);
  // Its answer says how many are left.
  sync.due(['heartbeat']);
  return resolved;
}

function setMode(mode: SyncMode, { choices, sync }: CommandParts): CommandResult {
  choices.change({ mode });
  sync.modeChanged(mode);
  return DONE;
}

function readActivityHere(
  query: ActivityQuery,
  { selector, journal, addOns }: CommandParts,
): CommandResult {
  const { selection } = selector;
  if (selection === null) return NO_EVENT;
  const { event } = selection;
  const activity = listActivity(journal, event, query, (one) => addOns.describe(event, one));
  return { ok: true, activity };
}

/** Like any scan, but at no entry point: the box office is responsible for where people enter. */
async function checkIn(
  id: string,
  ticket: string,
  { selector, queue, clock }: CommandParts,
): Promise<CommandResult> {
  const { selection } = selector;
  if (selection === null) return NO_EVENT;
  const read = { codes: readCodes(ticket), symbology: null, source: 'typed' } as const;
  const readAtMs = clock.monotonicMs();
  const outcomes: ScanOutcome[] = [];
  await queue.scan(
    { request_id: id, ...read, readAtMs },
    { ...selection, location: null, direction: 'in' },
    (outcome) => outcomes.push(outcome),
  );
  return { ok: true, outcomes };
}

async function scan(
  request: {
    readonly id: string;
    readonly command: CommandOf<'scan'>;
  },
  { opening, queue, scanners, clock }: CommandParts,
): Promise<CommandResult> {
  const { code, symbology, source } = request.command;
  const codes = readCodes(code);
  const readAtMs = clock.monotonicMs();
  const read = { request_id: request.id, codes, symbology, source, readAtMs };
  const opened = opening.selection();
  const selection = opened instanceof Promise ? await opened : opened;
  if (selection === null) {
    scanners.note(source, codes, symbology);
    return NO_EVENT;
  }
  const done = queue.scan(read, selection);
  // After the verdict: nothing waits for what the set-up screen shows.
  scanners.note(source, codes, symbology);
  await done;
  return DONE;
}
