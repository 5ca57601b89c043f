/** A time of the API without its fraction, for people; empty for null. */
export function toSecond(time: string | null): string {
  return time === null ? '' : time.replace(/\.\d+Z$/, 'Z');
}
