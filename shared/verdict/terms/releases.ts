/** `exit`: the guest has left. `mistake`: the scan let in nobody, or the wrong person. */
export const releaseKinds = ['exit', 'mistake'] as const;
export type ReleaseKind = (typeof releaseKinds)[number];

/** Whether a guest who has left may come in again with the same ticket. `none`: exits are only counted. */
export const reEntryRules = ['none', 'allowed'] as const;
export type ReEntry = (typeof reEntryRules)[number];
