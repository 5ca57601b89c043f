/**
 * Headers of every response of the page, in both hosts. The page loads only files built with it and talks only to its station.
 * `connectSource` is the station's address, or null if it is reached over IPC.
 */
export function securityHeaders(connectSource: string | null): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(connectSource),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), hid=(), serial=(), usb=()',
  };
}

function contentSecurityPolicy(connectSource: string | null): string {
  return [
    "default-src 'none'",
    // The camera's decoder is WebAssembly, built with the page.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "media-src 'self'",
    `connect-src ${connectSource === null ? "'self'" : `'self' ${connectSource}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // No string becomes markup or code, and no policy that allows it can be created.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
