import { assertNever } from '../../shared/assert-never.ts';
import type { AccessState, OfflineReason, StationState } from '../../shared/station/state.ts';
import type { Logger } from '../ports/logger.ts';
import type { ServedStation } from './served-station.ts';

export interface Diagnosis {
  readonly code: OfflineReason | AccessState['kind'];
  readonly sentence: string;
}

/** Says in the terminal and in the log what the screens say of the server: one line each time that it changes. */
export function tellDiagnosis(
  station: Pick<ServedStation, 'welcome' | 'subscribe'>,
  logger: Logger,
  tell: (line: string) => void,
): () => void {
  let told: string | null = null;
  const look = (state: StationState) => {
    const diagnosis = diagnose(state);
    if (diagnosis === null || diagnosis.sentence === told) return;
    const isFirst = told === null;
    told = diagnosis.sentence;
    if (diagnosis.code === 'granted') {
      if (isFirst) return;
      logger.info({ diagnosis: diagnosis.code }, diagnosis.sentence);
    } else logger.warn({ diagnosis: diagnosis.code }, diagnosis.sentence);
    tell(diagnosis.sentence);
  };
  const welcome = station.welcome();
  if (welcome.kind === 'welcome') look(welcome.state);
  return station.subscribe((message) => {
    if (message.kind === 'state') look(message.state);
  });
}

/** Null while nothing is known. */
export function diagnose(state: StationState): Diagnosis | null {
  const { connection } = state.sync;
  const server = state.server_url ?? 'The server';
  if (connection.kind === 'connecting' || state.server_url === null) return null;
  if (connection.kind === 'offline') {
    return { code: connection.reason, sentence: offlineSentence(connection.reason, server) };
  }
  const { access } = state;
  const sentence = accessSentence(access, server);
  return sentence === null ? null : { code: access.kind, sentence };
}

function offlineSentence(reason: OfflineReason, server: string): string {
  switch (reason) {
    case 'chosen':
      return 'This station works offline because that was chosen on its screen. Choose "Go online" there to end it.';
    case 'unreachable':
      return `${server} cannot be reached. Is it running, and is this device on its network?`;
    case 'certificate_not_trusted':
      return `The certificate of ${server} is not trusted. Check the address, and the date of this device.`;
    case 'certificate_changed':
      return `${server} shows another certificate than its enrolment code named. If the organiser has set the server up anew, connect with a new code; otherwise somebody stands in between.`;
    case 'not_the_server':
      return `What answers at ${server} is no Gatehouse server. Check the address, or sign in to this network first.`;
    case 'timeout':
      return `${server} does not answer in time. It is tried again; if this goes on, check the network and the load of the server.`;
    case 'server_error':
      return `${server} answers with an error of its own. It is tried again; if this goes on, ask whoever runs it to read its log.`;
    case 'store_failed':
      return `What ${server} says cannot be stored on this device. See whether its disk is full, and who may write to the data folder.`;
    case 'no_secret':
      return `The client secret for ${server} is not here. Connect this station again.`;
    case 'unauthorized':
      return `${server} refused the client secret. Connect this station again with a valid one.`;
    case 'rate_limited':
      return `${server} asks to wait. It is tried again when that time is over; if this goes on, other programs may be using up its limit.`;
    case 'forbidden':
      return `${server} gives this client no access. Ask the organiser about it.`;
    default:
      return assertNever(reason);
  }
}

function accessSentence(access: AccessState, server: string): string | null {
  switch (access.kind) {
    case 'unknown':
      return null;
    case 'granted':
      return `${server} answers.`;
    case 'scope_missing':
      return `This client lacks what a station needs: ${access.scopes.join(', ')}. Ask the organiser to add it.`;
    case 'no_event_granted':
      return 'This client sees no event yet. Ask the organiser to grant one.';
    case 'event_not_granted':
      return 'The event of this door is not granted any more. Choose another one, or ask the organiser.';
    default:
      return assertNever(access);
  }
}
