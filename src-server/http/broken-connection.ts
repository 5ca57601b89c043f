import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import { ApiError } from './api-error.ts';
import { newRequestId, renderErrorBody } from './error-body.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'request.headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
};

/** Answers a request that is not valid HTTP with the standard error body, and closes the connection. */
export function answerBrokenConnection(
  error: Error & { readonly code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const known = new ApiError(codes[error.code ?? ''] ?? 'request.malformed');
  const requestId = newRequestId();
  const body = JSON.stringify(renderErrorBody(known, requestId));
  socket.end(
    [
      `HTTP/1.1 ${known.status} ${STATUS_CODES[known.status] ?? 'Error'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
