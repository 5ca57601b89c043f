import { assertNever } from '../../shared/assert-never.ts';
import type { CommandResult, StationRequest } from '../../shared/station/api.ts';
import type { Choices } from './choices.ts';
import type { DeskKeeper } from './desk-keeper.ts';
import type { ScanQueue } from './door/scan-queue.ts';
import type { Enrolment } from './enrolment.ts';
import type { StationSync } from './sync/station-sync.ts';

export interface CommandParts {
  readonly keeper: DeskKeeper;
  readonly queue: ScanQueue;
  readonly enrolment: Enrolment;
  readonly choices: Choices;
  readonly sync: StationSync;
  readonly monotonicMs: () => number;
  readonly changed: () => void;
}

const DONE: CommandResult = { ok: true };

/** One command of a screen. A scan is done when every outcome of it was shown. */
export async function runCommand(
  { id, command }: StationRequest,
  parts: CommandParts,
): Promise<CommandResult> {
  switch (command.kind) {
    case 'scan':
      return await scan({ id, command }, parts);
    case 'select_event':
      return await parts.keeper.selectEvent(command.event);
    case 'select_entry_point':
      return await parts.keeper.selectEntryPoint(command.location);
    case 'set_mode':
      parts.choices.change({ mode: command.mode });
      parts.sync.modeChanged(command.mode);
      return DONE;
    case 'set_locale':
      parts.choices.change({ locale: command.locale });
      parts.changed();
      return DONE;
    case 'sync_now':
      parts.sync.syncNow();
      return DONE;
    case 'connect': {
      const { server_url, client_id, client_secret } = command;
      return await parts.enrolment.connect({ server_url, client_id, client_secret });
    }
    default:
      return assertNever(command);
  }
}

async function scan(
  request: {
    readonly id: string;
    readonly command: Extract<StationRequest['command'], { kind: 'scan' }>;
  },
  { keeper, queue, monotonicMs }: CommandParts,
): Promise<CommandResult> {
  const { code, symbology, source } = request.command;
  if (keeper.desk === null) {
    return { ok: false, code: 'station.not_enrolled', message: 'Choose an event first.' };
  }
  const readAtMs = monotonicMs();
  await queue.scan({ request_id: request.id, code, symbology, source, readAtMs }, keeper.desk);
  return DONE;
}
