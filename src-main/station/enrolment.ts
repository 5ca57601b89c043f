import type { CommandResult } from '../../shared/station/api.ts';
import type { Journal } from '../ports/journal.ts';
import type { OpenRemote, Remote, RemoteAddress, RemoteFailureCode } from '../ports/remote.ts';
import type { IdentityRecord, Replica } from '../ports/replica.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Choices } from './choices.ts';
import type { Warnings } from './warnings.ts';

export interface EnrolmentParts {
  readonly openRemote: OpenRemote;
  readonly secrets: Secrets;
  readonly choices: Choices;
  readonly replica: Replica;
  readonly journal: Journal;
  readonly warnings: Warnings;
  /** There is a server to talk to, or another one than before. */
  readonly enrolled: () => void;
  /** The server says that this station belongs to another organiser than its choices do. */
  readonly moved: () => void;
}

const SECRET_NAME = 'client_secret';

/** Which server this station belongs to, and as whom. */
export class Enrolment {
  readonly #parts: EnrolmentParts;
  #remote: Remote | null = null;
  #address: RemoteAddress | null = null;
  #identity: IdentityRecord | null;

  constructor(parts: EnrolmentParts) {
    this.#parts = parts;
    this.#identity = parts.replica.identity();
  }

  get remote(): Remote | null {
    return this.#remote;
  }

  get serverUrl(): string | null {
    return this.#address?.server_url ?? null;
  }

  /** What the server last said of this station, possibly in an earlier run. */
  get identity(): IdentityRecord | null {
    return this.#identity;
  }

  /** Takes up the credentials given at start, or those kept from `connect`. */
  async begin(given: RemoteAddress | null): Promise<void> {
    const address = given ?? (await this.#stored());
    if (address !== null) await this.#open(address);
  }

  async connect(address: RemoteAddress): Promise<CommandResult> {
    if (!isWebAddress(address.server_url)) {
      return refused('command.invalid', 'The server address must begin with http:// or https://.');
    }
    const remote = this.#parts.openRemote(address);
    const answer = await remote.identify();
    await remote.close();
    if (answer.kind === 'failed') return connectFailure(answer.failure.code);
    const { choices, journal, secrets } = this.#parts;
    const current = choices.current.organiser;
    const moves = current !== null && current.reference !== answer.value.organiser.reference;
    if (moves && journal.uploads().pending > 0) {
      return refused(
        'connect.unsent_scans',
        `${journal.uploads().pending} scans for ${current.display_name} are not sent yet. Send them first.`,
      );
    }
    await secrets.write(SECRET_NAME, address.client_secret);
    this.#warnOfFile();
    choices.change({ server_url: address.server_url, client_id: address.client_id });
    await this.#open(address);
    await this.heardIdentity(answer.value);
    return { ok: true };
  }

  /** Other scopes or events show rows that changed long ago: every list is walked from its beginning again. */
  async heardIdentity(identity: IdentityRecord): Promise<void> {
    const { choices, replica, moved } = this.#parts;
    const before = this.#identity;
    const organiser = choices.current.organiser;
    this.#identity = identity;
    if (before === null || grantsOf(before) !== grantsOf(identity)) {
      if (before !== null) await replica.rewalk();
      await replica.writeIdentity(identity);
    }
    if (organiser?.reference === identity.organiser.reference) return;
    if (organiser !== null) choices.forgetEvent();
    choices.change({ organiser: identity.organiser });
    moved();
  }

  async close(): Promise<void> {
    await this.#remote?.close();
  }

  async #open(address: RemoteAddress): Promise<void> {
    const before = this.#remote;
    this.#remote = this.#parts.openRemote(address);
    this.#address = address;
    this.#parts.enrolled();
    await before?.close();
  }

  async #stored(): Promise<RemoteAddress | null> {
    const { server_url, client_id } = this.#parts.choices.current;
    if (server_url === null || client_id === null) return null;
    const client_secret = await this.#parts.secrets.read(SECRET_NAME);
    if (client_secret === null) return null;
    this.#warnOfFile();
    return { server_url, client_id, client_secret };
  }

  #warnOfFile(): void {
    if (this.#parts.secrets.protection === 'keychain') return;
    this.#parts.warnings.raise(
      'secret_unprotected',
      'The client secret is kept in a file that only this user can read: there is no keychain here.',
    );
  }
}

/** What decides which rows this client sees. */
function grantsOf(identity: IdentityRecord): string {
  const { organiser, client_id, scopes, all_events, capabilities } = identity;
  return JSON.stringify([
    organiser.reference,
    client_id,
    [...scopes].sort(),
    all_events,
    [...capabilities].sort(),
  ]);
}

function isWebAddress(text: string): boolean {
  return URL_SHAPE.test(text);
}

const URL_SHAPE = /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i;

function connectFailure(code: RemoteFailureCode): CommandResult {
  switch (code) {
    case 'unauthorized':
    case 'forbidden':
      return refused('connect.refused', 'The server does not accept this client id and secret.');
    case 'unreachable':
    case 'timeout':
    case 'aborted':
    case 'rate_limited':
    case 'server_error':
      return refused('connect.unreachable', 'The server cannot be reached, or does not answer.');
    default:
      return refused('connect.not_a_server', 'There is no Gatehouse server at this address.');
  }
}

function refused(
  code: Extract<CommandResult, { ok: false }>['code'],
  message: string,
): CommandResult {
  return { ok: false, code, message };
}
