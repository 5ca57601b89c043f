/** Amounts from here on belong to changes that were undone: nobody may ever hear of them. */
export const UNDONE = 1_000_000_000;
