import type { ComponentType } from 'react';

/** An address below `/console`, and what is shown there. `$name` in it is a parameter, which `useParam` reads. */
export interface PageRoute {
  readonly path: string;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}
