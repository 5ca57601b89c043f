/** `file`: readable by the operating system's user only, but not encrypted. */
export type SecretProtection = 'keychain' | 'file';

export type SecretRead =
  | { readonly kind: 'found'; readonly secret: string; readonly protection: SecretProtection }
  | { readonly kind: 'absent' }
  /** `problem` is the store's own message, without the secret. */
  | { readonly kind: 'unreadable'; readonly problem: string };

export type SecretWrite =
  | { readonly kind: 'kept'; readonly protection: SecretProtection }
  | { readonly kind: 'not_kept'; readonly problem: string };

/** Where secrets are kept. Methods never reject: a locked keychain or a damaged file is an answer, because a door opens without it. */
export interface Secrets {
  read(name: string): Promise<SecretRead>;
  write(name: string, secret: string): Promise<SecretWrite>;
}
