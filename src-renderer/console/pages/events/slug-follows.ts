import type { FormValues } from '../../state/form-values.ts';
import { slugOf } from '../../state/slug.ts';

/** The short name of a new event, until somebody types another one. */
export const slugFollows = {
  slug: ({ name }: FormValues): string => slugOf(typeof name === 'string' ? name : ''),
};
