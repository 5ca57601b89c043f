/** Closes an exhaustive switch: a new member of the union stops compiling here. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected member: ${JSON.stringify(value)}`);
}
