/** Credentials of the demo organiser's owner and clients, as `demo.json` keeps them. */
export interface DemoCredentials {
  readonly organiser: string;
  readonly owner: DemoOwner;
  readonly integrator: DemoClient;
  readonly station: DemoClient;
  readonly events: readonly { readonly reference: string; readonly slug: string }[];
}

export interface DemoClient {
  readonly client_id: string;
  readonly client_secret: string;
}

/** Who signs in to the console. */
export interface DemoOwner {
  readonly email: string;
  readonly password: string;
  /** Base32, as authenticator apps take it. */
  readonly totp_secret: string;
}
