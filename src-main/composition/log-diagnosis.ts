import { assertNever } from '../../shared/assert-never.ts';
import type { AccessState, OfflineReason, StationState } from '../../shared/station/state.ts';
import type { Logger } from '../ports/system.ts';
import type { ServedStation } from '../page/served-station.ts';

export interface DiagnosisLine {
  readonly code: OfflineReason | AccessState['kind'];
  readonly sentence: string;
}

/** Prints and logs the diagnosis of the server connection that the screens show, one line for each change. */
export function logDiagnosis(
  station: Pick<ServedStation, 'welcome' | 'subscribe'>,
  logger: Logger,
  print: (line: string) => void,
): () => void {
  let last: string | null = null;
  const look = (state: StationState) => {
    const diagnosis = diagnosisOf(state);
    if (diagnosis === null || diagnosis.sentence === last) return;
    const isFirst = last === null;
    last = diagnosis.sentence;
    if (diagnosis.code === 'granted') {
      if (isFirst) return;
      logger.info({ diagnosis: diagnosis.code }, diagnosis.sentence);
    } else logger.warn({ diagnosis: diagnosis.code }, diagnosis.sentence);
    print(diagnosis.sentence);
  };
  const welcome = station.welcome();
  if (welcome.kind === 'welcome') look(welcome.state);
  return station.subscribe((message) => {
    if (message.kind === 'state') look(message.state);
  });
}

/** Null while nothing is known. */
export function diagnosisOf(state: StationState): DiagnosisLine | null {
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
      return 'This station is offline because someone chose that on its screen. Choose "Go online" there.';
    case 'unreachable':
      return `${server} cannot be reached. Is it running, and is this device on its network?`;
    case 'certificate_not_trusted':
      return `The certificate of ${server} is not trusted. Check the address, and the date of this device.`;
    case 'certificate_changed':
      return `${server} presents a different certificate from the one in its enrolment code. If the organiser has set up the server again, connect with a new code; otherwise someone is intercepting the connection.`;
    case 'keys_changed':
      return `${server} does not speak with the keys of the organiser that this station trusts: someone may be intercepting the connection. Nothing is sent. Use another network; if the organiser has set up the server again, connect with a new code.`;
    case 'not_the_server':
      return `Something other than a Gatehouse server answers at ${server}. Check the address, or sign in to this network first.`;
    case 'timeout':
      return `${server} does not answer in time. Gatehouse keeps trying; if this continues, check the network and the server's load.`;
    case 'server_error':
      return `${server} returned an error. Gatehouse keeps trying; if this continues, ask whoever runs it to check its log.`;
    case 'store_failed':
      return `Data from ${server} cannot be stored on this device. Check whether the disk is full, and who may write to the data folder.`;
    case 'no_secret':
      return `The client secret for ${server} is missing. Connect this station again.`;
    case 'unauthorized':
      return `${server} refused the client secret. Connect this station again with a valid one.`;
    case 'rate_limited':
      return `${server} asked to wait. Gatehouse tries again after that; if this continues, other programs may be using up its limit.`;
    case 'forbidden':
      return `${server} does not give this client access. Ask the organiser.`;
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
      return `This client lacks scopes that a station needs: ${access.scopes.join(', ')}. Ask the organiser to add them.`;
    case 'no_event_granted':
      return 'This client has no event yet. Ask the organiser to grant one.';
    case 'event_not_granted':
      return 'The event of this door is no longer granted. Choose another one, or ask the organiser.';
    default:
      return assertNever(access);
  }
}
