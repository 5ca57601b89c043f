import { Type } from 'typebox';
import { expect } from 'vitest';
import { shaped } from './shaped.ts';
import { ErrorBody, exact } from './shapes.ts';

const RefusedToken = exact({
  ...ErrorBody.properties,
  error: Type.String(),
  error_description: Type.String({ minLength: 1 }),
});

/** A token request that must be refused with that status and RFC 6749's `error`. */
export async function refusedToken(answer: Promise<Response>, status: number, error: string) {
  const response = await answer;
  const body: unknown = await response.json();
  expect({ status: response.status, body }).toMatchObject({ status, body: { error } });
  expect(response.headers.get('cache-control')).toContain('no-store');
  return { body: shaped(RefusedToken, body), headers: response.headers };
}
