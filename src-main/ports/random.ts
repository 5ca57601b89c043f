import type { Instant } from '../../shared/instant.ts';

export interface Random {
  /** Uniform in [0, 1). */
  fraction(): number;
  /** An uppercase ULID that sorts after every one made before it in this process. */
  ulid(at: Instant): string;
}
