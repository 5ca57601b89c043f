/** The end of an order's reference, which a person reads out of a mail and the search finds. */
export function shortOrder(reference: string): string {
  return `…${reference.slice(-8)}`;
}
