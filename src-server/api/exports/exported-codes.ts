/** Form of an exported ticket's `code`. */
export const exportedCodes = ['signed', 'reference'] as const;
export type ExportedCodes = (typeof exportedCodes)[number];
