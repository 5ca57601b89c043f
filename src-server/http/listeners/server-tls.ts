/** A certificate with its intermediate certificates, and its private key, in PEM. */
export interface ServerTls {
  readonly cert: string;
  readonly key: string;
}

/** Options of the listener for other computers on the local network. */
export interface NetworkOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly tls: ServerTls;
  /** Whether callers from this address may connect. */
  readonly admits: (address: string) => boolean;
}
