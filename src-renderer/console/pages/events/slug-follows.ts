import { slugOf } from '../../../../shared/slug.ts';
import type { FormValues } from '../../state/form-values.ts';

/** The short name of a new event, until somebody types another one. */
export const slugFollows = {
  slug: ({ name }: FormValues): string => slugOf(typeof name === 'string' ? name : ''),
};
