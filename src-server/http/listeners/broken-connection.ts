import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { ApiError } from '../errors/api-error.ts';
import { newRequestId, renderErrorBody } from '../errors/error-body.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
};

/** How long the sender has to read the response, and to close the connection. */
const LINGER_MS = 1_000;

/** Answers a request that is not valid HTTP with the standard error body, and closes the connection. */
export function brokenConnectionHandler(publicPath: string) {
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const known = new ApiError(codes[error.code ?? ''] ?? 'request.malformed');
    socket.end(renderResponse(known, publicPath));
    // A sender that keeps sending would otherwise keep the connection.
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

function renderResponse(error: ApiError, publicPath: string): string {
  const requestId = newRequestId();
  const body = JSON.stringify(renderErrorBody(error, { requestId, publicPath }));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? 'Error'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
