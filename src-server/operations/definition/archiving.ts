import { choice, optional } from './inputs.ts';

/** Of what can be archived. */
export const archivingStatus = optional(
  choice('STATUS', 'whether it is in use', ['active', 'archived']),
);

export function archivingOf(status: 'active' | 'archived' | undefined) {
  return status === undefined ? {} : { is_archived: status === 'archived' };
}
