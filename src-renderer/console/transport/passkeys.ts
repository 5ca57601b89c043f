/** The browser's own dialog was closed, timed out, or knows no passkey of this site. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
}

/** Shows a passkey of this site. `options` and the response are WebAuthn's, in JSON. Rejects with a `PasskeyError`. */
export async function showPasskey(options: object): Promise<Record<string, unknown>> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's library writes them for this one
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return { ...(await startAuthentication({ optionsJSON }).catch(refuse)) };
}

/** Makes a passkey of this site. Rejects with a `PasskeyError`. */
export async function makePasskey(options: object): Promise<Record<string, unknown>> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return { ...(await startRegistration({ optionsJSON }).catch(refuse)) };
}

function refuse(cause: unknown): never {
  throw new PasskeyError('no passkey was used', { cause });
}
