// Why: docs/decisions/0019-hosts-and-page.md
import { Compile } from 'typebox/compile';
import {
  PageHello,
  PageProof,
  type Exchange,
  type GateMessage,
} from '../../../shared/station/page-handshake.ts';
import { randomId, isSame, sign, type PagePasses } from '../../page/page-passes.ts';

const hello = Compile(PageHello);
const proof = Compile(PageProof);

export type HandshakeStep =
  | { readonly kind: 'waiting'; readonly answer: GateMessage }
  | { readonly kind: 'refused'; readonly answer: GateMessage }
  /** `launch`: the launch pass that was used, or null for a returning page. */
  | { readonly kind: 'granted'; readonly answer: GateMessage; readonly launch: string | null };

/** The station's side of the handshake with one page at `origin`. Takes the page's frames one by one until access is granted or refused. */
export function createPageHandshake(
  passes: PagePasses,
  origin: string,
): (frame: unknown) => HandshakeStep {
  let waiting: { readonly id: string; readonly expected: string } | null = null;

  return (frame) => {
    if (waiting === null && hello.Check(frame)) {
      const key = passes.keyOf(frame.pass);
      if (key === null) return refused;
      const exchange: Exchange = { origin, pageNonce: frame.nonce, stationNonce: randomId() };
      waiting = { id: frame.pass, expected: sign(key, 'page', exchange) };
      const own = sign(key, 'station', exchange);
      const answer = { kind: 'challenge', nonce: exchange.stationNonce, proof: own } as const;
      return { kind: 'waiting', answer };
    }
    if (waiting === null || !proof.Check(frame) || !isSame(frame.proof, waiting.expected)) {
      return refused;
    }
    const kind = passes.spend(waiting.id);
    if (kind === null) return refused;
    const session = kind === 'launch' ? passes.issueSession() : null;
    const launch = kind === 'launch' ? waiting.id : null;
    return { kind: 'granted', answer: { kind: 'granted', session }, launch };
  };
}

const refused: HandshakeStep = { kind: 'refused', answer: { kind: 'refused' } };
