import { formatInstant, type Instant } from '../../../shared/instant.ts';

export function formatOrNull(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant);
}
