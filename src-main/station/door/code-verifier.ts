import type { CodeKey } from '../../../shared/ticket-code/code-key.ts';
import { verifySignedCode, type VerifiedCode } from '../../../shared/ticket-code/signed-code.ts';

/** Codes that are scanned again are mostly scanned again soon. */
const REMEMBERED = 200;

/** Checks signatures beside the thread that decides scans, and each code once. */
export class CodeVerifier {
  #keys: readonly CodeKey[] = [];
  readonly #verified = new Map<string, Promise<VerifiedCode>>();

  verify(token: string, keys: readonly CodeKey[]): Promise<VerifiedCode> {
    if (keys !== this.#keys) this.#verified.clear();
    this.#keys = keys;
    const known = this.#verified.get(token);
    if (known !== undefined) return known;
    const verified = verifySignedCode(token, keys);
    this.#verified.set(token, verified);
    const [oldest] = this.#verified.keys();
    if (this.#verified.size > REMEMBERED && oldest !== undefined) this.#verified.delete(oldest);
    return verified;
  }
}
