/** Of a password; the least counts because a second factor is always asked for. */
export const PASSWORD_LENGTH = { least: 8, most: 256 } as const;
