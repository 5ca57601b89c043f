/** Of what can be archived. */
export function archivingStatusOf({
  archived_at,
}: {
  readonly archived_at: string | null;
}): string {
  return archived_at === null ? 'active' : 'archived';
}
