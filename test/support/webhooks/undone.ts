/** Amounts from here on belong to changes that were rolled back and must never be delivered. */
export const UNDONE = 1_000_000_000;
