// Why: docs/decisions/0005-enrolment-and-trust.md
import { refused, type CommandResult } from '../../../shared/station/results.ts';
import type { SerialQueue } from '../../core/serial-queue.ts';
import type { Journal } from '../../ports/journal.ts';
import { areSetupKeysSigned, keysFingerprint } from '../../../shared/sealing/trusted-keys.ts';
import type {
  IdentityReply,
  OpenRemote,
  Remote,
  RemoteAddress,
  RemoteFailure,
  RemoteResult,
  SignedSetupKeys,
} from '../../ports/remote.ts';
import type { Replica } from '../../ports/replica.ts';
import type { IdentityRecord } from '../../../shared/station/records.ts';
import type { Choices } from '../state/choices.ts';
import { ENROLMENT_SCOPE } from '../../../shared/contract/scopes.ts';
import { hasServerShape } from '../../../shared/ticket-code/enrolment-code.ts';
import type { StationKeys } from '../../ports/secrets.ts';
import type { Logger } from '../../ports/system.ts';
import type { StationEmitter } from '../state/station-events.ts';
import { ClientSecret, type ClientSecretParts } from './client-secret.ts';

export interface EnrolmentParts extends ClientSecretParts {
  readonly openRemote: OpenRemote;
  readonly choices: Choices;
  readonly replica: Replica;
  readonly journal: Journal;
  readonly events: StationEmitter;
  /** Null: this host stores none, and trusts whatever the server sends. */
  readonly keys: StationKeys | null;
  readonly logger: Logger;
  /** Shared with everything that must not happen while a connection is made or ended. */
  readonly turns: SerialQueue;
}

/** What an enrolment code contains besides the address and the credentials, as far as it does. */
export interface CodeDetails {
  /** The fingerprint of the organiser's keys. */
  readonly keys: string | null;
  readonly event: string | null;
  readonly location: string | null;
}

const NO_DETAILS: CodeDetails = { keys: null, event: null, location: null };
/** Without its event, the entry point would be dropped, and the station might stand at another one unnoticed. */
const LOCATION_ALONE = refused(
  'connect.location_without_event',
  'The enrolment code names an entry point without its event. Ask the organiser for a new code.',
);

const CODE_ENDED = refused(
  'connect.code_ended',
  'The enrolment code has expired or was used already. Ask the organiser for a new code.',
);

/** `keys_changed`: the server speaks for another organiser than before, or with other keys. */
export type IdentityOutcome = 'taken' | 'unsent_scans' | 'keys_changed';

/**
 * Which server this station belongs to, and as which client.
 *
 * States: unenrolled → enrolled (`begin` with given or stored credentials, or `connect` after the server has accepted them) → another
 * server (`connect` again) or left (revoked). An enrolled station without its secret works from its stores until the secret can be read or
 * is entered.
 */
export class StationEnrolment {
  readonly #parts: EnrolmentParts;
  readonly #secret: ClientSecret;
  #remote: Remote | null = null;
  #address: Pick<RemoteAddress, 'server_url' | 'client_id'> | null = null;
  /** A secret that was entered while the server could not be reached: stored once it is accepted. */
  #unproven: string | null = null;
  #identity: IdentityRecord | null;
  /** Servers that are being asked whether they accept the entered credentials. */
  readonly #probes = new Set<Remote>();
  #closed = false;

  constructor(parts: EnrolmentParts) {
    this.#parts = parts;
    this.#secret = new ClientSecret(parts);
    this.#identity = parts.replica.identity();
  }

  get remote(): Remote | null {
    return this.#remote;
  }

  /** The server that this station belongs to, whether or not its secret is available. */
  get serverUrl(): string | null {
    return this.#address?.server_url ?? null;
  }

  get clientId(): string | null {
    return this.#address?.client_id ?? null;
  }

  /** The server's last response about this station's identity, possibly from an earlier run. */
  get identity(): IdentityRecord | null {
    return this.#identity;
  }

  /**
   * Uses the credentials given at start, or those stored by `connect`. A secret that cannot be read closes no door: the station works from
   * its stores until the secret can be read or is entered again.
   */
  async begin(given: RemoteAddress | null): Promise<void> {
    const { revoked } = this.#parts.choices.current;
    // Credentials given at every start are useless once they were revoked.
    if (given !== null && given.client_id !== revoked?.client_id) {
      await this.#open(this.#withPin(given));
      return;
    }
    const { server_url, client_id } = this.#parts.choices.current;
    if (server_url === null || client_id === null || !isWebAddress(server_url)) return;
    this.#address = { server_url, client_id };
    await this.#secret.read((client_secret) =>
      this.#open(this.#withPin({ server_url, client_id, client_secret })),
    );
  }

  async connect(asked: RemoteAddress, details: CodeDetails = NO_DETAILS): Promise<CommandResult> {
    if (details.location !== null && details.event === null) return LOCATION_ALONE;
    const { client_id: before } = this.#parts.choices.current;
    const result = await this.#connect(this.#withPin(asked), details.keys);
    if (result.ok && before !== asked.client_id) this.#takeUp(details);
    return result;
  }

  async #connect(address: RemoteAddress, fingerprint: string | null): Promise<CommandResult> {
    if (!isWebAddress(address.server_url)) {
      return refused('command.invalid', 'The server address must begin with http:// or https://.');
    }
    const response = await this.#probe(address, (remote) => remote.identify());
    this.#assertOpen();
    if (response.kind === 'failed') {
      const refusal = this.#failed(address, response.failure);
      if (!this.#lacksOnlySecret(address, refusal)) return refusal;
      return await this.#parts.turns.run(async () =>
        this.#lacksOnlySecret(address, refusal) ? await this.#openUnproven(address) : refusal,
      );
    }
    return await this.#parts.turns.run(() => this.#enter(address, response.value, fingerprint));
  }

  /**
   * With an enrolment code the station first takes a secret of its own, once nothing else stands against entering. The code works until that
   * secret is used, so it can be read again if the response is lost.
   */
  async #enter(
    address: RemoteAddress,
    identity: IdentityReply,
    fingerprint: string | null,
  ): Promise<CommandResult> {
    const refusal = await this.#refusal(address, identity, fingerprint);
    if (refusal !== null) return refusal;
    if (!identity.scopes.includes(ENROLMENT_SCOPE)) return await this.#settle(address, identity);
    const response = await this.#probe(address, (remote) => remote.completeEnrolment());
    if (response.kind === 'failed') return this.#failed(address, response.failure);
    const { client_secret, identity: own } = response.value;
    return (
      (await this.#refusal(address, own, fingerprint)) ??
      (await this.#settle({ ...address, client_secret }, own))
    );
  }

  async #refusal(
    address: RemoteAddress,
    identity: IdentityReply,
    fingerprint: string | null,
  ): Promise<CommandResult | null> {
    const { choices, journal } = this.#parts;
    const isFromCode = await matches(identity, fingerprint);
    this.#assertOpen();
    if (!(isFromCode ?? this.#trusts(address.client_id, identity))) {
      return refused('connect.keys_changed', OTHER_KEYS);
    }
    if (!this.#wouldStrand(identity)) return null;
    const name = choices.current.organiser?.display_name ?? 'another organiser';
    const unsent = journal.unsentBeside(identity.organiser.reference);
    const message = `${unsent} scans for ${name} are not sent yet. Send them first.`;
    return refused('connect.unsent_scans', message);
  }

  async #settle(address: RemoteAddress, identity: IdentityReply): Promise<CommandResult> {
    const { choices } = this.#parts;
    this.#unproven = null;
    await this.#secret.keep(address.client_secret);
    this.#assertOpen();
    const { server_url, client_id, certificate = null } = address;
    choices.change({ server_url, client_id, server_certificate: certificate });
    this.#keepKeys(client_id, identity);
    await this.#open(address);
    this.#assertOpen();
    await this.acceptIdentity(identity);
    return { ok: true };
  }

  /** A code that is read twice, or again later, has connected this station already. */
  #failed({ server_url, client_id }: RemoteAddress, failure: RemoteFailure): CommandResult {
    if (failure.own?.code !== 'enrolment.ended') return connectFailure(failure.code);
    const isOwn = this.#address?.server_url === server_url && this.#address.client_id === client_id;
    return isOwn && this.#remote !== null ? { ok: true } : CODE_ENDED;
  }

  /**
   * Applies the server's identity response, unless it speaks with keys that this station does not trust, or names another organiser while
   * scans for the present one are unsent. With changed scopes or events, rows that changed long ago become visible: every list is walked
   * from its beginning.
   */
  async acceptIdentity(reply: IdentityReply): Promise<IdentityOutcome> {
    const { choices, replica, events } = this.#parts;
    const { organiser_keys: _, ...identity } = reply;
    const clientId = this.clientId ?? identity.client_id;
    if (!this.#trusts(clientId, reply)) return 'keys_changed';
    // If the settings were lost, this cannot be known: old scans wait in the journal, and the door opens.
    if (choices.current.organiser !== null && this.#wouldStrand(identity)) return 'unsent_scans';
    const remote = this.#remote;
    await this.#keepProven();
    const before = this.#identity;
    const organiser = choices.current.organiser;
    const isNew = before === null || grantsOf(before) !== grantsOf(identity);
    // Stored only after the walks were reset: if the store fails here, the next response tries again.
    if (isNew && before !== null) await replica.rewalk(null);
    if (remote !== this.#remote) return 'taken'; // The station has left that server in the meantime: the response no longer applies.
    this.#keepKeys(clientId, reply);
    this.#identity = identity;
    if (isNew) await replica.writeIdentity(identity);
    this.#assertOpen();
    if (remote !== this.#remote) return 'taken';
    if (isNew && before !== null) events.emit('regranted');
    if ((choices.current.revoked ?? null) !== null) choices.change({ revoked: null });
    if (organiser?.reference === identity.organiser.reference) return 'taken';
    if (organiser !== null) choices.forgetEvent();
    choices.change({ organiser: identity.organiser });
    events.emit('choices_replaced');
    return 'taken';
  }

  /** Keys that came with a setup: whether the organiser signed them for this event, once this station knows the organiser's own keys. */
  async areTrusted(event: string, signed: SignedSetupKeys | undefined): Promise<boolean> {
    const known = this.#parts.keys?.belonging ?? null;
    if (signed === undefined || known === null || known.client_id !== this.clientId) return true;
    const { keys, signature } = signed;
    return await areSetupKeysSigned({ ...keys, event }, { signature, publicKey: known.statements });
  }

  /** Ends the connection and deletes everything about it: this station was revoked. */
  async leave(): Promise<void> {
    const before = this.#remote;
    this.#remote = null;
    this.#address = null;
    this.#unproven = null;
    this.#identity = null;
    const { choices, events } = this.#parts;
    choices.forgetEvent();
    choices.change({
      server_url: null,
      client_id: null,
      server_certificate: null,
      organiser: null,
    });
    events.emit('left');
    await this.#secret.forget();
    await before?.close();
  }

  /** A `connect` in progress fails and writes nothing any more. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#secret.close();
    await Promise.all([...this.#probes].map((probe) => probe.close()));
    await this.#remote?.close();
  }

  async #probe<Value>(
    address: RemoteAddress,
    ask: (remote: Remote) => Promise<RemoteResult<Value>>,
  ): Promise<RemoteResult<Value>> {
    const probe = this.#parts.openRemote(address);
    const { events } = this.#parts;
    this.#probes.add(probe);
    events.emit('probe_sent');
    try {
      const response = await ask(probe);
      events.emit('probe_answered', response.metadata.requests);
      return response;
    } finally {
      await probe.close();
      this.#probes.delete(probe);
    }
  }

  /** A certificate pinned for this server earlier stays until another is given. */
  #withPin(address: RemoteAddress): RemoteAddress {
    const { server_url, server_certificate } = this.#parts.choices.current;
    if (address.certificate !== undefined || address.server_url !== server_url) return address;
    return { ...address, certificate: server_certificate ?? null };
  }

  /** Anything on the path of plain HTTP can answer `/integration/me`: the keys that were heard first stay, whoever sends others. */
  #trusts(clientId: string, { organiser, organiser_keys }: IdentityReply): boolean {
    const { keys } = this.#parts;
    const known = keys?.belonging ?? null;
    if (keys === null) return true;
    if (organiser_keys === undefined) {
      return known?.client_id !== clientId || known.organiser === organiser.reference;
    }
    return keys.trusts({ client_id: clientId, organiser: organiser.reference, ...organiser_keys });
  }

  /**
   * Stored on disk, because they are needed when neither server nor replica is available; before the first row arrives, because a
   * revocation may follow it.
   */
  #keepKeys(clientId: string, { organiser, organiser_keys }: IdentityReply): void {
    const { keys, logger } = this.#parts;
    if (organiser_keys === undefined) return;
    try {
      keys?.remember({ client_id: clientId, organiser: organiser.reference, ...organiser_keys });
    } catch (error) {
      logger.warn({ error: String(error) }, 'the keys of the organiser could not be kept');
    }
  }

  #takeUp({ event, location }: CodeDetails): void {
    const { choices, events } = this.#parts;
    const isChosen = event === null && choices.current.entry_point !== undefined;
    choices.change({ entry_point_open: location === null && !isChosen });
    if (event === null) return;
    choices.forgetEvent();
    choices.change({ event, ...(location === null ? {} : { entry_point: location }) });
    events.emit('choices_replaced');
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error('the station is closed');
  }

  /** Scans belong to one organiser's server; no other would accept them. */
  #wouldStrand(identity: IdentityRecord): boolean {
    const current = this.#parts.choices.current.organiser;
    if (current?.reference === identity.organiser.reference) return false;
    return this.#parts.journal.unsentBeside(identity.organiser.reference) > 0;
  }

  async #open(address: RemoteAddress): Promise<void> {
    const before = this.#remote;
    this.#remote = this.#parts.openRemote(address);
    this.#address = address;
    this.#warnOfPlainHttp(address.server_url);
    this.#parts.events.emit('enrolled');
    await before?.close();
  }

  #warnOfPlainHttp(serverUrl: string): void {
    const { warnings } = this.#parts;
    if (isPlainHttp(serverUrl)) warnings.raise({ code: 'plain_http', server: serverUrl });
    else warnings.clear('plain_http');
  }

  /**
   * This station already belongs to that server, which cannot be reached at the moment; its secret is missing, or was entered and never
   * accepted.
   */
  #lacksOnlySecret({ server_url, client_id }: RemoteAddress, refusal: CommandResult): boolean {
    if (refusal.ok || refusal.code !== 'connect.unreachable') return false;
    if (this.#remote !== null && this.#unproven === null) return false;
    return this.#address?.server_url === server_url && this.#address.client_id === client_id;
  }

  async #openUnproven(address: RemoteAddress): Promise<CommandResult> {
    this.#assertOpen();
    this.#secret.replaced();
    this.#unproven = address.client_secret;
    await this.#open(address);
    return { ok: true };
  }

  async #keepProven(): Promise<void> {
    const secret = this.#unproven;
    this.#unproven = null;
    if (secret !== null) await this.#secret.keep(secret);
  }
}

/** Null if no keys are named. */
async function matches(
  { organiser_keys }: IdentityReply,
  fingerprint: string | null,
): Promise<boolean | null> {
  if (fingerprint === null) return null;
  return organiser_keys !== undefined && (await keysFingerprint(organiser_keys)) === fingerprint;
}

const OTHER_KEYS =
  'The server does not speak with the keys of the organiser that this station trusts. Ask the organiser for a new code.';

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

/** Plain HTTP can be read by others on the network; on this machine there are none. */
function isPlainHttp(serverUrl: string): boolean {
  if (!URL.canParse(serverUrl)) return false;
  const { protocol, hostname } = new URL(serverUrl);
  return protocol === 'http:' && !LOOPBACK.test(hostname);
}

function isWebAddress(text: string): boolean {
  return hasServerShape(text) && URL.canParse(text);
}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/;

function connectFailure(code: RemoteFailure['code']): CommandResult {
  switch (code) {
    case 'unauthorized':
      return refused('connect.refused', 'The server does not accept this client id and secret.');
    case 'forbidden':
    case 'scope_missing':
      return refused(
        'connect.forbidden',
        'The server knows this client and gives it no access. Ask the organiser about their plan.',
      );
    case 'certificate_not_trusted':
      return refused(
        'connect.certificate_not_trusted',
        'The certificate of the server is not trusted. Check the address, and the date of this device.',
      );
    case 'certificate_changed':
      return refused(
        'connect.certificate_changed',
        'The server shows another certificate than the enrolment code names. Ask the organiser for a new code.',
      );
    case 'unreachable':
    case 'timeout':
    case 'aborted':
      return refused('connect.unreachable', 'The server cannot be reached, or does not answer.');
    case 'rate_limited':
      return refused('connect.server_error', 'The server asks to wait. Try again in a minute.');
    case 'server_error':
      return refused('connect.server_error', 'The server failed. Try again in a minute.');
    default:
      return refused('connect.not_a_server', 'There is no Gatehouse server at this address.');
  }
}
