import { instantFromMillis } from '../../shared/instant.ts';
import type { Reference, ReferenceKind } from '../../shared/references.ts';
import { newReference } from '../../src-server/database/new-reference.ts';

/** A reference of a kind, made at this moment, as a station makes those of its scans. */
export function referenceNow<Kind extends ReferenceKind>(kind: Kind): Reference<Kind> {
  return newReference(kind, instantFromMillis(Date.now()));
}
