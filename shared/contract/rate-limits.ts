/** Requests that a client may make in any 60 seconds (specification §8), unless the operator chose another number. */
export const REQUESTS_PER_MINUTE = 120;
/** The same for a station (`areOfStation`): it polls several lists and sends every scan immediately. */
export const STATION_REQUESTS_PER_MINUTE = 1_200;
/** Tokens that a client may get in any 60 seconds; each can be used until it expires. */
export const TOKENS_PER_MINUTE = 60;
/** Refused token requests of an address in any 60 seconds. */
export const REFUSALS_PER_MINUTE = 30;
