import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  formatLaunch,
  signedText,
  type Exchange,
  type PagePass,
} from '../../shared/station/page-handshake.ts';

/** All passes of a data folder are derived from these keys. */
export interface PassSource {
  /** Stored with the data, so that a page is let in again after a restart. */
  readonly secret: string;
  /** New at every start: a launch address never outlives its run. */
  readonly run: string;
}

/** Decides which pages may speak to the station. A key is computed from its pass's id, so no sessions are stored. */
export interface PagePasses {
  readonly issueSession: () => PagePass;
  /** Null if the pass is not, or no longer, valid. */
  readonly keyOf: (id: string) => string | null;
  /** Uses up a launch pass. Sessions stay valid. */
  readonly spend: (id: string) => 'launch' | 'session' | null;
}

export function createPagePasses(source: PassSource): PagePasses {
  const spent = new Set<string>();
  const kindOf = (id: string) => {
    if (/^session\.[\w-]{22}$/.test(id)) return 'session';
    const [kind, run, chance, ...more] = id.split('.');
    const isLaunch = kind === 'launch' && run === source.run && /^[\w-]{22}$/.test(chance ?? '');
    return isLaunch && more.length === 0 && !spent.has(id) ? 'launch' : null;
  };
  return {
    issueSession: () => passOf(`session.${randomId()}`, source),
    keyOf: (id) => (kindOf(id) === null ? null : passOf(id, source).key),
    spend: (id) => {
      const kind = kindOf(id);
      if (kind === 'launch') spent.add(id);
      return kind;
    },
  };
}

/** Returns an address that opens the page at `origin` once. Any process that can read the keys can create one. */
export function createLaunch(origin: string, source: PassSource): { id: string; url: string } {
  const pass = passOf(`launch.${source.run}.${randomId()}`, source);
  return { id: pass.id, url: `${origin}/${formatLaunch(pass)}` };
}

export function sign(key: string, who: 'page' | 'station', exchange: Exchange): string {
  return createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(signedText(who, exchange))
    .digest('base64url');
}

/** Compares in constant time. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** 128 random bits. */
export function randomId(): string {
  return randomBytes(16).toString('base64url');
}

function passOf(id: string, { secret }: PassSource): PagePass {
  const key = createHmac('sha256', Buffer.from(secret, 'base64url')).update(id).digest('base64url');
  return { id, key };
}
