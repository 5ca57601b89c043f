/** The most that a request to the API may hold. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** Deeper than any body of the contract. */
export const MAX_BODY_DEPTH = 32;
/** The most characters of a name, a label, a seat and every other text of one line. */
export const MAX_NAME_LENGTH = 255;
/** The most characters of a ticket's code as it was sold elsewhere. */
export const MAX_SOLD_CODE_LENGTH = 300;
/** The most characters of a note on a release, or on an overruled denial. */
export const MAX_RELEASE_NOTE_LENGTH = 200;
/** The fewest characters of why a supervisor overrules a denial, or undoes an admission. */
export const MIN_REASON_LENGTH = 3;
/** The most characters of what is said at the door of a ticket. */
export const MAX_DOOR_NOTE_LENGTH = 200;
/** The most questions of an event whose answers are shown at the door, and characters of each answer there. */
export const MAX_DOOR_QUESTIONS = 5;
export const MAX_DOOR_ANSWER_LENGTH = 200;
/** The most flags of a ticket, and characters of each. */
export const MAX_FLAGS = 8;
export const MAX_FLAG_LENGTH = 20;
/** The most of a barcode that is read and stored, in UTF-16 units. */
export const MAX_CODE_LENGTH = 8_192;
/** So many rows can be read and sorted for each page of a list. */
export const FEW_ROWS = 5_000;
/** The most characters of a note on a conflict. */
export const MAX_NOTE_LENGTH = 1_000;
/** RFC 5321: what fits into the command that names a recipient. */
export const MAX_EMAIL_LENGTH = 254;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 200;

/** The most that a token request may hold: far more than the grant needs. */
export const MAX_TOKEN_BODY_BYTES = 8 * 1024;
export const MAX_TOKEN_PARAMETERS = 20;

/** Webhook subscriptions that a client may have, unless the operator chose another number. */
export const MAX_SUBSCRIPTIONS = 20;

/** §8: the most characters of the URL of a subscription, which the databases check as well. */
export const MAX_WEBHOOK_URL_LENGTH = 2_048;
/** Missed deliveries that one call requests again. */
export const MAX_REQUESTED_DELIVERIES = 1_000;
/** Own headers of a subscription, and characters of the value of each. */
export const MAX_OWN_HEADERS = 5;
export const MAX_OWN_HEADER_LENGTH = 1_024;
/** §8: the first characters of a response that the delivery log keeps. */
export const STORED_RESPONSE_CHARACTERS = 2_000;
/** §8: how long an endpoint may take. */
export const DELIVERY_TIMEOUT_MS = 15_000;
/** §8: how far the `t` of a signature may be from a verifier's clock. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

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
/** Snapshots that a client may read at the same time from each server. */
export const MAX_SNAPSHOTS = 1;

/** Of a file of tickets that is imported at the console: far more than 100,000 lines take. */
export const MAX_IMPORT_BYTES = 48 * 1024 * 1024;
