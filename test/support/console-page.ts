import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';

/** What a response of the console said. */
export interface Reply {
  readonly status: number;
  readonly code: string | null;
  /** Of a success. */
  readonly data: unknown;
  /** Of `record.changed`. */
  readonly current: unknown;
  /** Of a refusal: sentences by field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Of the same, those that have a code. */
  readonly problems: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

interface ProofParts {
  readonly method: string;
  readonly url: string;
  readonly token: string | null;
  readonly nonce: string | null;
  readonly jti: string;
  /** What the page's clock says, in seconds. */
  readonly iat: number;
}

/** The console's page without a screen: a key, a token, and the nonce that the server named last. */
export class ConsolePage {
  token: string | null = null;
  nonce: string | null = null;
  organiser: string | null = null;
  /** Where it is, for a server that trusts this computer as a proxy. */
  address: string | null = null;
  readonly #origin: string;
  readonly #key: CryptoKey;
  readonly #jwk: JWK;

  private constructor(origin: string, key: CryptoKey, jwk: JWK) {
    this.#origin = origin;
    this.#key = key;
    this.#jwk = jwk;
  }

  static async open(origin: string): Promise<ConsolePage> {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    return new ConsolePage(origin, privateKey, await exportJWK(publicKey));
  }

  async thumbprint(): Promise<Buffer> {
    return Buffer.from(await calculateJwkThumbprint(this.#jwk), 'base64url');
  }

  /** Calls with a proof of its own; with a fresh nonce once more where the server asks for one. */
  async call(name: string, input: object = {}, headers: HeadersInit = {}): Promise<Reply> {
    const reply = await this.send(name, input, await this.prove(name), headers);
    if (reply.code !== 'session.nonce_required') return reply;
    return this.send(name, input, await this.prove(name), headers);
  }

  /** A GET with a proof of its own, such as of the stream. */
  async get(path: string, init: RequestInit = {}): Promise<Response> {
    const url = this.#origin + path;
    const response = await fetch(url, {
      ...init,
      headers: {
        ...this.#headers(await this.prove('', { method: 'GET', url })),
        ...Object.fromEntries(new Headers(init.headers)),
      },
    });
    const known = this.nonce;
    this.nonce = response.headers.get('dpop-nonce') ?? known;
    return response.status === 401 && this.nonce !== known ? this.get(path, init) : response;
  }

  /** The data of a call that must succeed. */
  async do<Data = unknown>(name: string, input: object = {}): Promise<Data> {
    const { status, code, data } = await this.call(name, input);
    if (status !== 200) throw new Error(`${name} failed with ${status} ${code}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests know what they called
    return data as Data;
  }

  #headers(proof: string | null): Record<string, string> {
    return {
      ...(proof !== null && { dpop: proof }),
      ...(this.token !== null && { authorization: `DPoP ${this.token}` }),
      ...(this.address !== null && { 'x-forwarded-for': this.address }),
      ...(this.organiser !== null && { 'gatehouse-organiser': this.organiser }),
    };
  }

  prove(name: string, other: Partial<ProofParts> = {}): Promise<string> {
    const { method, url, token, nonce, jti, iat } = {
      method: 'POST',
      url: `${this.#origin}/console/api/${name}`,
      token: this.token,
      nonce: this.nonce,
      jti: randomUUID(),
      iat: Math.floor(Date.now() / 1_000),
      ...other,
    };
    return new SignJWT({
      htm: method,
      htu: url,
      jti,
      ...(nonce !== null && { nonce }),
      ...(token !== null && { ath: createHash('sha256').update(token).digest('base64url') }),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: this.#jwk })
      .setIssuedAt(iat)
      .sign(this.#key);
  }

  /** Sends with the proof that is given. */
  async send(
    name: string,
    input: object,
    proof: string | null,
    headers: HeadersInit = {},
  ): Promise<Reply> {
    const response = await fetch(`${this.#origin}/console/api/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...this.#headers(proof),
        ...Object.fromEntries(new Headers(headers)),
      },
      body: JSON.stringify(input),
    });
    this.nonce = response.headers.get('dpop-nonce') ?? this.nonce;
    const body: Partial<Reply> = JSON.parse(await response.text());
    const { status } = response;
    const { code = null, data = null, current, errors = {}, problems = {} } = body;
    if (/^(sign-in|link|account)\./.test(name)) this.token = tokenIn(data) ?? this.token;
    return { status, code, data, current, errors, problems, headers: response.headers };
  }
}

/** Each call that shows a factor names the token of the session from then on. */
function tokenIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('token' in data)) return null;
  return typeof data.token === 'string' ? data.token : null;
}
