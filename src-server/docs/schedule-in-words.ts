/** Up to 9 attempts, 10 s, 1 min and 4 h apart. Gaps are in seconds. */
export function scheduleInWords(gaps: readonly number[]): string {
  const words = gaps.map(inWords);
  const list =
    words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
  return `Up to ${gaps.length + 1} attempts, ${list} apart`;
}

/** A duration in seconds, in the largest unit that it is a whole number of. */
export function inWords(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
