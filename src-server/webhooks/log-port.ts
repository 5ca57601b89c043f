/** Where the delivery of webhooks logs what operators should know; never secrets, bodies or URLs. */
export interface WebhookLog {
  readonly info: (details: Readonly<Record<string, unknown>>, message: string) => void;
  readonly warn: (details: Readonly<Record<string, unknown>>, message: string) => void;
  readonly error: (details: Readonly<Record<string, unknown>>, message: string) => void;
}
