import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { addMicros, instantFromMicros, type Instant } from '../../shared/instant.ts';
import type { SubscriptionRow } from './store/subscriptions.ts';

/** A secret that a subscription had before, which signs as well until then. */
interface FormerSecret {
  readonly secret: string;
  readonly until: Instant;
}

type Secrets = Pick<SubscriptionRow, 'secret' | 'former_secrets'>;

const Column = Compile(Type.Array(Type.Object({ secret: Type.String(), until: Type.Integer() })));

/** The secrets that sign a delivery now, the current one first. */
export function signingSecrets(row: Secrets, now: Instant): readonly string[] {
  return [row.secret, ...formerSecrets(row, now).map(({ secret }) => secret)];
}

/**
 * The former secrets once the current one is replaced, newest first. None signs longer than the overlap from now on, so that an
 * overlap of 0 ends all of them.
 */
export function retireSecret(
  row: Secrets,
  { now, overlapMicros }: { readonly now: Instant; readonly overlapMicros: number },
): readonly FormerSecret[] {
  const latest = addMicros(now, overlapMicros);
  const retired = [{ secret: row.secret, until: latest }, ...formerSecrets(row, now)];
  return retired
    .map(({ secret, until }) => ({ secret, until: until < latest ? until : latest }))
    .filter(({ until }) => until > now);
}

export function writeFormerSecrets(former: readonly FormerSecret[]): string {
  return JSON.stringify(former);
}

function formerSecrets({ former_secrets }: Secrets, now: Instant): readonly FormerSecret[] {
  // Nearly always; every delivery gets here.
  if (former_secrets === '[]') return [];
  return Column.Parse(JSON.parse(former_secrets))
    .map(({ secret, until }) => ({ secret, until: instantFromMicros(until) }))
    .filter(({ until }) => until > now);
}
