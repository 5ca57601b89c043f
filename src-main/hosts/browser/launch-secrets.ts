import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Who may use the page: whoever was shown the launch address. Other programs and other users of the machine can reach loopback
 * too. The address carries `token`; the browser then holds `session` in a cookie, so the token does not travel any more.
 */
export interface LaunchSecrets {
  readonly token: string;
  readonly session: string;
}

export function mintLaunchSecrets(): LaunchSecrets {
  return { token: mint(), session: mint() };
}

/** Takes the same time whatever the difference. */
export function isSame(given: string | null | undefined, expected: string): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(expected));
}

function mint(): string {
  return randomBytes(32).toString('base64url');
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
