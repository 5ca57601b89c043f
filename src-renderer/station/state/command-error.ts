import type { CommandErrorCode } from '../../../shared/station/results.ts';
import type { StationState } from '../../../shared/station/state.ts';
import type { Words } from '../i18n/en.ts';

/** A command that the station rejected. `message` is the station's own, in English. */
export interface CommandError {
  readonly code: CommandErrorCode | ScreenErrorCode;
  readonly message: string;
  /** The address that was tried, of `connect`: an enrolment code shows none. */
  readonly server?: string;
}

/** Rejected by the screen itself: not an enrolment code, or only part of one. */
export type ScreenErrorCode = 'connect.no_code';

/** The fields of the connect form, in order. */
export const connectFields = ['server_url', 'client_id', 'client_secret'] as const;
export type ConnectField = (typeof connectFields)[number];

/** The error in the screen's language, or the station's own message if the catalogues have no sentence for it. */
export function commandErrorText(
  { code, message, server }: CommandError,
  words: Words,
  station: StationState | null,
): string {
  const {
    'connect.unsent_scans': unsentScans,
    'connect.unreachable': unreachable,
    ...refusal
  } = words.refusal;
  const sentences: Partial<Record<CommandError['code'], string>> = refusal;
  switch (code) {
    case 'server.failed':
      return `${refusal[code]} (${message})`;
    case 'start_at_login.failed':
      return `${refusal[code]} ${message}`;
    case 'connect.unreachable':
      return unreachable(server ?? '–');
    case 'connect.unsent_scans':
      return unsentScans(unsent(station), station?.organiser ?? '–');
    default:
      return sentences[code] ?? message;
  }
}

/** Includes scans that the server refused: they must be resent, or they stay. */
function unsent(station: StationState | null): number {
  return station === null ? 0 : station.sync.queued + station.sync.needs_attention;
}

/** The fields that an error concerns; none if no other value would help. */
export function refusedFields(code: CommandError['code']): readonly ConnectField[] {
  switch (code) {
    case 'connect.no_code':
    case 'connect.unreachable':
    case 'connect.certificate_not_trusted':
    case 'connect.certificate_changed':
    case 'connect.keys_changed':
    case 'connect.not_a_server':
    case 'connect.unsent_scans':
    case 'connect.location_without_event':
    case 'connect.code_ended':
      return ['server_url'];
    case 'connect.refused':
      return ['client_id', 'client_secret'];
    default:
      return [];
  }
}

/** Why an add-on was not handed out or taken back, if the catalogues have a sentence for it. */
const redeemErrors = [
  'order_ended',
  'not_enough',
  'nothing_to_undo',
  'not_recorded',
  'unread',
  'other',
] as const;
export type RedeemError = (typeof redeemErrors)[number];

export function redeemErrorOf(code: CommandErrorCode): RedeemError {
  return redeemErrors.find((refusal) => code === `redeem.${refusal}`) ?? 'other';
}

/** Why the server's conflicts cannot be shown or resolved. */
export function conflictErrorText(code: CommandErrorCode, { conflicts }: Words): string {
  switch (code) {
    case 'conflicts.not_offered':
      return conflicts.notOffered;
    case 'conflicts.forbidden':
      return conflicts.forbidden;
    case 'conflicts.unknown':
      return conflicts.withdrawn;
    default:
      return conflicts.unreachable;
  }
}
