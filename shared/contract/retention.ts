/** How long the key of a check-in is remembered: a caller may retry after a month without a network. */
export const CHECK_IN_KEY_DAYS = 35;
export const CONTACT_KEY_DAYS = 1;
export const ORDER_KEY_DAYS = 1;
export const WEBHOOK_KEY_DAYS = 1;
/** How long the log of deliveries reaches back. */
export const DELIVERY_LOG_DAYS = 30;
/** How long an enrolment code works: a week covers the setting up before an event, and not the time after it. */
export const DEFAULT_ENROLMENT_DAYS = 7;
export const MAX_ENROLMENT_DAYS = 90;
/** How long a token lives, unless the operator chose otherwise. */
export const DEFAULT_TOKEN_SECONDS = 3_600;
/** How long a former secret signs besides the current one, unless asked otherwise. */
export const DEFAULT_OVERLAP_SECONDS = 86_400;
export const MAX_OVERLAP_SECONDS = 7 * 86_400;
