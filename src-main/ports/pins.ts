/** Makes of a PIN what may be kept, and knows it again. */
export interface Pins {
  hash(pin: string): Promise<string>;
  /** False also where `hash` is none. */
  matches(pin: string, hash: string): Promise<boolean>;
}
