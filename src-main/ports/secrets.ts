export interface Secrets {
  /** `file`: readable by the operating system's user only, but not encrypted. */
  readonly protection: 'keychain' | 'file';
  read(name: string): Promise<string | null>;
  write(name: string, secret: string): Promise<void>;
}
