export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends one email; rejects when it was not accepted. */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>;
  readonly close: () => void;
}
