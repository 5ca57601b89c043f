/** What a door can be told of a ticket in one word of its own in each language. Organisers may have other words. */
export const knownFlags = ['vip', 'accessible', 'guest', 'check_id', 'under_age'] as const;
export type KnownFlag = (typeof knownFlags)[number];
