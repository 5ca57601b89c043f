import { scopeMeanings, areOfStation } from '../../../shared/contract/scopes.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { ApiError } from '../../http/errors/api-error.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { appendAuditEntry } from '../../store/access/audit-log.ts';

/** A station sells at the door with `orders:write`, and no more: whoever finds one must not be able to void what was sold. */
export function refuseStations({ scopes }: RequestContext['caller']): void {
  if (!areOfStation(scopes)) return;
  throw new ApiError('auth.scope_missing', { message: scopeMeanings['orders:write'] });
}

/** Enters into the audit log what a client did, as an operation of its staff would be: without what is personal. */
export function recordCall(
  { caller }: RequestContext,
  tx: WriteTransaction,
  {
    operation,
    resource,
    input,
  }: { readonly operation: string; readonly resource: string; readonly input: object },
): void {
  appendAuditEntry(tx, {
    organiser_id: caller.organiserId,
    actor: `client:${caller.clientId}`,
    address: null,
    operation,
    resource,
    input: JSON.stringify(input),
  });
}
