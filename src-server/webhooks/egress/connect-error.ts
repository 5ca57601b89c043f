import { EgressError, type EgressErrorCode } from './egress-error.ts';

type Cause = readonly [EgressErrorCode, string];

const NO_TLS: Cause = [
  'tls.no_tls',
  'The port does not answer with TLS. Use its http URL, or the port that serves https.',
];
const NO_COMMON_VERSION: Cause = [
  'tls.version',
  'The server offers no TLS version that is still in use. Enable TLS 1.2 or 1.3.',
];
const UNKNOWN_AUTHORITY: Cause = [
  'tls.unknown_authority',
  'The certificate was issued by an authority that is not trusted here. Use one from a public authority.',
];

/** Codes of Node's TLS errors. OpenSSL tells no more than this: when, or for whom, is not in them. */
const tlsCauses: Readonly<Record<string, Cause>> = {
  CERT_HAS_EXPIRED: ['tls.expired', 'The certificate has expired. Renew it.'],
  CERT_NOT_YET_VALID: [
    'tls.not_yet_valid',
    'The certificate is not valid yet. Check its dates, and the clocks.',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: [
    'tls.self_signed',
    'The certificate is self-signed. Use one from a public authority.',
  ],
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'tls.incomplete_chain',
    'The server sends its certificate without that of the issuer, which is not known here. Let it send the full chain.',
  ],
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  ERR_SSL_UNSUPPORTED_PROTOCOL: NO_COMMON_VERSION,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: NO_COMMON_VERSION,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: [
    'tls.client_certificate',
    'The server asks for a client certificate, and deliveries have none.',
  ],
};

/** Why there is no connection to `host`, in words for whoever runs it. `error` is Node's. */
export function connectError(error: unknown, host: string): EgressError {
  const [code, message] = causeOf(error, host);
  return new EgressError(code, message);
}

function causeOf(error: unknown, host: string): Cause {
  // For a name with several addresses Node reports all errors together.
  if (error instanceof AggregateError) {
    const causes = error.errors.map((one: unknown) => causeOf(one, host));
    const [[code] = ['connect.failed' as const]] = causes;
    return [code, [...new Set(causes.map(([, message]) => message))].join(' ')];
  }
  const { code, message, address, port, reason, syscall } = detailsOf(error, host);
  const known = tlsCauses[code];
  if (known !== undefined) return known;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return ['tls.wrong_name', `The certificate is for another name. ${reason}.`];
  }
  if (code === 'ECONNRESET' && syscall !== 'connect')
    return ['tls.failed', 'The TLS handshake was cut off.'];
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|EPROTO|UNABLE_TO_)/.test(code)) {
    return ['tls.failed', `The TLS handshake failed: ${reason || message}.`];
  }
  const where = port === '' ? address : `${address} port ${port}`;
  if (code === 'ECONNREFUSED') return ['connect.refused', `Nothing listens at ${where}.`];
  return ['connect.failed', `${where} cannot be reached: ${code || message}.`];
}

/** What Node adds to its errors, as text; empty if missing. */
function detailsOf(error: unknown, host: string) {
  const details = new Map<string, unknown>(error instanceof Error ? Object.entries(error) : []);
  const text = (name: string) => {
    const value = details.get(name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const message = error instanceof Error ? error.message : String(error);
  const address = text('address') || host;
  return {
    code: text('code'),
    message,
    address,
    port: text('port'),
    reason: text('reason'),
    syscall: text('syscall'),
  };
}
