import type { CommandResult } from '../../shared/station/api.ts';
import type { Journal } from '../ports/journal.ts';
import type { RemoteFailureCode } from '../../shared/station/remote-failure.ts';
import type { OpenRemote, Remote, RemoteAddress } from '../ports/remote.ts';
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
    if (this.#wouldStrand(answer.value)) {
      const name = choices.current.organiser?.display_name ?? '';
      const { pending } = journal.uploads();
      const message = `${pending} scans for ${name} are not sent yet. Send them first.`;
      return refused('connect.unsent_scans', message);
    }
    await secrets.write(SECRET_NAME, address.client_secret);
    this.#warnOfFile();
    choices.change({ server_url: address.server_url, client_id: address.client_id });
    await this.#open(address);
    await this.heardIdentity(answer.value);
    return { ok: true };
  }

  /**
   * Takes in what the server says of this station; false when it speaks for another organiser while scans for the present one are
   * unsent. Other scopes or events show rows that changed long ago: every list is walked from its beginning again.
   */
  async heardIdentity(identity: IdentityRecord): Promise<boolean> {
    const { choices, replica, moved } = this.#parts;
    if (this.#wouldStrand(identity)) return false;
    const before = this.#identity;
    const organiser = choices.current.organiser;
    const isNew = before === null || grantsOf(before) !== grantsOf(identity);
    // Known only once the walks were begun again: a store that fails here is asked again at the next answer.
    if (isNew && before !== null) await replica.rewalk();
    this.#identity = identity;
    if (isNew) await replica.writeIdentity(identity);
    if (organiser?.reference === identity.organiser.reference) return true;
    if (organiser !== null) choices.forgetEvent();
    choices.change({ organiser: identity.organiser });
    moved();
    return true;
  }

  async close(): Promise<void> {
    await this.#remote?.close();
  }

  /** Scans belong to one organiser's server; no other one would take them. */
  #wouldStrand(identity: IdentityRecord): boolean {
    const current = this.#parts.choices.current.organiser;
    if (current === null || current.reference === identity.organiser.reference) return false;
    return this.#parts.journal.uploads().pending > 0;
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
    if (server_url === null || client_id === null || !isWebAddress(server_url)) return null;
    const client_secret = await this.#parts.secrets.read(SECRET_NAME);
    if (client_secret === null) return null;
    this.#warnOfFile();
    return { server_url, client_id, client_secret };
  }

  #warnOfFile(): void {
    if (this.#parts.secrets.protection === 'keychain') return;
    this.#parts.warnings.raise({ code: 'secret_unprotected' });
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
  return URL_SHAPE.test(text) && URL.canParse(text);
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
