import { Compile } from 'typebox/compile';
import {
  sessionCalls,
  type SessionCall,
  type ConsoleSessionInput,
} from '../../shared/console/session-calls.ts';
import { problem, sentenceOf } from '../../shared/console/problems.ts';
import { ApiError, validationFailed } from '../http/errors/api-error.ts';
import { operationTable } from '../operations/operation-table.ts';
import { findUnstorable } from '../rules/checks.ts';
import { describeFields } from '../rules/describe-mismatch.ts';
import { invalid } from '../rules/domain-error.ts';
import { accountCalls } from './account-calls.ts';
import type { ConsoleContext, SessionHandler, SessionHandlers } from './console-context.ts';
import { describeOperations, describeRoles } from './describe-operations.ts';
import { runEntry } from './run-entry.ts';
import { signInCalls } from './sign-in-calls.ts';

const handlers: SessionHandlers = {
  ...signInCalls,
  ...accountCalls,
  'account.operations': describeOperations,
  'account.roles': describeRoles,
};

/** Runs what `POST /console/api/{name}` names. Throws `route.not_found` for a name of nothing. */
export async function runCall(
  context: ConsoleContext,
  name: string,
  given: unknown,
): Promise<unknown> {
  if (isSessionCall(name)) return runnerOf(name)(context, given);
  const entry = operationTable.get(name);
  if (entry === undefined) throw new ApiError('route.not_found');
  return runEntry(context, entry, given);
}

function isSessionCall(name: string): name is SessionCall {
  return Object.hasOwn(sessionCalls, name);
}

/** The handler of a call, behind the check of its input. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties the handler to the input of the same call
function runnerOf<Call extends SessionCall>(call: Call) {
  const handle: SessionHandler<Call> = handlers[call];
  return (context: ConsoleContext, given: unknown): Promise<object> =>
    handle(context, readInput(call, given));
}

/** Throws `validation.failed`. */
function readInput<Call extends SessionCall>(
  call: Call,
  given: unknown,
): ConsoleSessionInput<Call> {
  const validator = Compile(sessionCalls[call]);
  if (!validator.Check(given)) {
    const wrong = validator.Errors(given).flatMap((mismatch) => describeFields(mismatch, 'input'));
    throw validationFailed(
      Object.fromEntries(wrong.map(([field, said]) => [field, [sentenceOf(said)]])),
      Object.fromEntries(
        wrong.flatMap(([field, said]) => (typeof said === 'string' ? [] : [[field, said]])),
      ),
    );
  }
  const unstorable = findUnstorable(given, []);
  if (unstorable !== null) throw invalid(unstorable, problem('unstorable', { field: unstorable }));
  return given;
}
