import type { CommandErrorCode } from '../../shared/station/results.ts';
import type { StationState } from '../../shared/station/state.ts';
import type { Words } from './words/words.ts';

/** A command that the station did not carry out. `message` is the station's own, in English. */
export interface Refusal {
  readonly code: CommandErrorCode | ScreenRefusal;
  readonly message: string;
}

/** What the screen itself does not take: no code of a station, or only a part of one. */
export type ScreenRefusal = 'connect.no_code';

/** Those that the screen has a sentence for, by the part after the dot. */
export type RefusalCode =
  | 'unreachable'
  | 'certificate_not_trusted'
  | 'certificate_changed'
  | 'not_a_server'
  | 'refused'
  | 'server_error'
  | 'forbidden'
  | 'port_taken'
  | 'disk_full'
  | 'not_empty'
  | 'demo_closed'
  | 'not_here'
  | 'server_failed'
  | 'locked';

/** The fields of the form that connects a station, in its order. */
export const connectFields = ['server_url', 'client_id', 'client_secret'] as const;
export type ConnectField = (typeof connectFields)[number];

/** A refusal in the language of the screen; one that it has no sentence for in the station's own words. */
export function refusalText(
  { code, message }: Refusal,
  words: Words,
  station: StationState | null,
): string {
  switch (code) {
    case 'connect.no_code':
      return words.connect.noCode;
    case 'connect.unreachable':
      return words.refusal.unreachable;
    case 'connect.certificate_not_trusted':
      return words.refusal.certificate_not_trusted;
    case 'connect.certificate_changed':
      return words.refusal.certificate_changed;
    case 'connect.not_a_server':
      return words.refusal.not_a_server;
    case 'connect.refused':
      return words.refusal.refused;
    case 'connect.forbidden':
      return words.refusal.forbidden;
    case 'connect.server_error':
      return words.refusal.server_error;
    case 'server.port_taken':
      return words.refusal.port_taken;
    case 'server.disk_full':
      return words.refusal.disk_full;
    case 'server.not_empty':
      return words.refusal.not_empty;
    case 'server.demo_closed':
      return words.refusal.demo_closed;
    case 'server.not_here':
      return words.refusal.not_here;
    case 'server.failed':
      return `${words.refusal.server_failed} (${message})`;
    case 'kiosk.locked':
      return words.refusal.locked;
    case 'connect.unsent_scans':
      return words.refusal.unsentScans(unsent(station), station?.organiser ?? '–');
    default:
      return message;
  }
}

/** Also what the server did not take: it must be sent again, or stays. */
function unsent(station: StationState | null): number {
  return station === null ? 0 : station.sync.queued + station.sync.needs_attention;
}

/** The fields that a refusal is about; none where no other entry would change it. */
export function refusedFields(code: Refusal['code']): readonly ConnectField[] {
  switch (code) {
    case 'connect.no_code':
    case 'connect.unreachable':
    case 'connect.certificate_not_trusted':
    case 'connect.certificate_changed':
    case 'connect.not_a_server':
    case 'connect.unsent_scans':
      return ['server_url'];
    case 'connect.refused':
      return ['client_id', 'client_secret'];
    default:
      return [];
  }
}
