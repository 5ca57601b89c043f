import { ApiError } from './api-error.ts';

const JSON_TYPES = /^application\/(?:json|[a-z0-9.-]+\+json)$/;

/**
 * The media type in lower case, without parameters. Throws if the headers name a content encoding, or a charset other than UTF-8.
 */
export function readMediaType(headers: {
  readonly 'content-type'?: string | undefined;
  readonly 'content-encoding'?: string | undefined;
}): string {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (!isUtf8 || encoding !== 'identity') throw unsupportedMediaType();
  return type;
}

export function isJson(mediaType: string): boolean {
  return JSON_TYPES.test(mediaType);
}

export function unsupportedMediaType(): ApiError {
  return new ApiError('request.unsupported_media_type');
}
