import {
  apiErrors,
  errorCodes,
  errorMessages,
  type ErrorBody,
  type ErrorCode,
} from '../../shared/contract/errors.ts';
import { MAX_BODY_BYTES, MAX_TOKEN_BODY_BYTES } from '../../shared/contract/limits.ts';
import { queryParameters, type QueryParameter } from '../../shared/contract/query.ts';
import { tokenErrorOf } from '../../shared/contract/token.ts';
import { ApiError, validationFailed } from '../http/errors/api-error.ts';
import { renderErrorBody } from '../http/errors/error-body.ts';

/** Messages of operations that are more precise than the default message of their code. */
const preciseMessages = new Map<ErrorCode, string>([
  ['request.too_large', errorMessages.bodyTooLarge(MAX_BODY_BYTES)],
]);
const preciseTokenMessages = new Map<ErrorCode, string>([
  ['oauth.invalid_request', errorMessages.parameterRequired('grant_type')],
  ['request.malformed', errorMessages.bodyNotJson],
  ['request.too_large', errorMessages.bodyTooLarge(MAX_TOKEN_BODY_BYTES)],
  ['request.unsupported_media_type', errorMessages.formOrJson],
]);

/** An error body as the server writes it. */
export function errorExample(code: ErrorCode, message = preciseMessages.get(code)): ErrorBody {
  return write(new ApiError(code, message === undefined ? {} : { message }));
}

/** The same for a body that lacks a field. */
export function missingField(field: string): ErrorBody {
  return write(validationFailed({ [field]: [errorMessages.fieldRequired(field)] }));
}

/** The same for a field with an invalid value. */
export function wrongField(field: string, sentence: string): ErrorBody {
  return write(validationFailed({ [field]: [`The ${field} ${sentence}.`] }));
}

/** The same for a query parameter with an invalid value. */
export function invalidQuery(name: QueryParameter): ErrorBody {
  const message = errorMessages.fieldMustBe(name, queryParameters[name].rule);
  return write(validationFailed({ [name]: [message] }));
}

function write(error: ApiError): ErrorBody {
  const requestId = 'req_7efe250c-4549-4eaf-9fc5-3ccbc1299591';
  return renderErrorBody(error, { requestId, publicPath: '' });
}

/** Error codes of the token endpoint. */
export const tokenErrorCodes: readonly ErrorCode[] = errorCodes
  .filter((code) => code.startsWith('oauth.'))
  .concat('request.malformed', 'request.too_large', 'request.unsupported_media_type')
  .concat('rate.limited', 'server.failed', 'server.unavailable')
  .toSorted((a, b) => apiErrors[a].status - apiErrors[b].status);

/** An error response of the token endpoint: the members of RFC 6749 and the standard error body. */
export function tokenErrorExample(code: ErrorCode) {
  const body = errorExample(code, preciseTokenMessages.get(code));
  return { error: tokenErrorOf(code), error_description: body.message, ...body };
}
