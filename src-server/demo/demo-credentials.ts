/** Credentials of the demo organiser's clients, as `demo.json` keeps them. */
export interface DemoCredentials {
  readonly organiser: string;
  readonly integrator: DemoClient;
  readonly station: DemoClient;
  readonly events: readonly { readonly reference: string; readonly slug: string }[];
}

export interface DemoClient {
  readonly client_id: string;
  readonly client_secret: string;
}
