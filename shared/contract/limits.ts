/** Requests that a client may make in any 60 seconds (specification §8), unless the operator chose another number. */
export const REQUESTS_PER_MINUTE = 120;
/** The same for a station (`areOfStation`): it polls several lists and sends every scan at once. */
export const STATION_REQUESTS_PER_MINUTE = 1_200;

/** The most that a request to the API may hold. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** Deeper than any body of the contract. */
export const MAX_BODY_DEPTH = 32;
/** The most characters of a name, a label, a seat and every other text of one line. */
export const MAX_NAME_LENGTH = 255;
/** The most characters of a note on a conflict. */
export const MAX_NOTE_LENGTH = 1_000;
/** RFC 5321: what fits into the command that names a recipient. */
export const MAX_EMAIL_LENGTH = 254;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 200;
/** How long the key of a check-in is remembered: a caller may retry after a month without a network. */
export const CHECK_IN_KEY_DAYS = 35;
export const CONTACT_KEY_DAYS = 1;
export const WEBHOOK_KEY_DAYS = 1;

/** The most that a token request may hold: far more than the grant needs. */
export const MAX_TOKEN_BODY_BYTES = 8 * 1024;
export const MAX_TOKEN_PARAMETERS = 20;
/** Tokens that a client may get in any 60 seconds; each can be used until it expires. */
export const TOKENS_PER_MINUTE = 60;
/** Refused token requests of an address in any 60 seconds. */
export const REFUSALS_PER_MINUTE = 30;

/** Webhook subscriptions that a client may have, unless the operator chose another number. */
export const MAX_SUBSCRIPTIONS = 20;

/** How long the log of deliveries reaches back. */
export const DELIVERY_LOG_DAYS = 30;
/** How long an enrolment code works: a week covers the setting up before an event, and not the time after it. */
export const DEFAULT_ENROLMENT_DAYS = 7;
export const MAX_ENROLMENT_DAYS = 90;
/** How long a token lives, unless the operator chose otherwise. */
export const DEFAULT_TOKEN_SECONDS = 3_600;
/** §8: the most characters of the URL of a subscription, which the databases check as well. */
export const MAX_WEBHOOK_URL_LENGTH = 2_048;
/** §8: the first characters of a response that the delivery log keeps. */
export const STORED_RESPONSE_CHARACTERS = 2_000;
/** §8: how long an endpoint may take. */
export const DELIVERY_TIMEOUT_MS = 15_000;
/** §8: how far the `t` of a signature may be from a verifier's clock. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;
/** How long a former secret signs besides the current one, unless asked otherwise. */
export const DEFAULT_OVERLAP_SECONDS = 86_400;
export const MAX_OVERLAP_SECONDS = 7 * 86_400;

/** A name with its port: a name has at most 253 characters. */
export const MAX_HOST_LENGTH = 255;

/** Streams of changes that a client may have open at each server; a station that lost its connection may have left one open. */
export const MAX_STREAMS = 4;
/** Uploads of scans or redemptions that a client may have in progress at each server; a station sends one at a time. */
export const MAX_UPLOADS = 2;
/** Items of an upload of scans or redemptions. */
export const MAX_UPLOAD_ITEMS = 500;
/** A scan more than this ahead of the server's clock, after correction, is flagged. */
export const FUTURE_TOLERANCE_MINUTES = 5;
/** Stations that one hears at the same time. */
export const MAX_PEERS = 32;
/** Snapshots that a client may read at once from each server. */
export const MAX_SNAPSHOTS = 1;
