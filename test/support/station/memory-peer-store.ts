import { partsOf } from '../../../src-main/core/peers/peer-message.ts';
import type { PeerAdmission } from '../../../shared/peer-admission.ts';
import type { OwnPlace, PeerAdmissionFact, PeerStore } from '../../../src-main/ports/peers.ts';

/** Admissions of stations, in memory that outlives its station. */
export class MemoryPeerStore implements PeerStore {
  readonly #series = new Map<string, { last: number; admissions: PeerAdmission[] }>();
  readonly #own = new Map<string, OwnPlace>();
  #event: string | null = null;
  /** Admissions that are dropped but not deleted yet. */
  forgotten = 0;

  get count(): number {
    return [...this.#series.values()].reduce((sum, { admissions }) => sum + admissions.length, 0);
  }

  begin(event: string, keyIds: readonly string[]): void {
    const isSame = this.#event === event;
    this.#event = event;
    for (const id of this.#own.keys()) {
      if (!isSame || !keyIds.includes(id)) this.#own.delete(id);
    }
    for (const [series, { admissions }] of this.#series) {
      if (isSame && keyIds.some((id) => series.endsWith(`.${id}`))) continue;
      this.#series.delete(series);
      this.forgotten += admissions.length;
    }
  }

  forgetSome(limit: number): boolean {
    if (this.forgotten === 0) return false;
    this.forgotten = Math.max(0, this.forgotten - limit);
    return true;
  }

  known(): ReadonlyMap<string, number> {
    return new Map([...this.#series].map(([series, { last }]) => [series, last]));
  }

  put(series: string, admissions: readonly PeerAdmission[], through: number): void {
    const kept = this.#series.get(series) ?? { last: 0, admissions: [] };
    const isNew = ({ sequence }: PeerAdmission) =>
      !kept.admissions.some((one) => one.sequence === sequence);
    kept.admissions.push(...admissions.filter(isNew));
    kept.admissions.sort((one, other) => one.sequence - other.sequence);
    kept.last = Math.max(kept.last, through);
    this.#series.set(series, kept);
  }

  ownThrough(keyId: string): OwnPlace | null {
    return this.#own.get(keyId) ?? null;
  }

  putOwn(series: string, admissions: readonly PeerAdmission[]): void {
    const last = admissions.at(-1);
    if (last === undefined) return;
    this.put(series, admissions, last.sequence);
    this.#own.set(partsOf(series).keyId, { sequence: last.sequence, at: last.at });
  }

  /** Copies the content; the returned function restores it. */
  copy(): () => void {
    const series = structuredClone(this.#series);
    const own = new Map(this.#own);
    const event = this.#event;
    return () => {
      this.#series.clear();
      for (const [name, kept] of structuredClone(series)) this.#series.set(name, kept);
      this.#own.clear();
      for (const [id, place] of own) this.#own.set(id, place);
      this.#event = event;
    };
  }

  find(hashes: readonly string[]): PeerAdmissionFact | null {
    const [first] = [...this.#series.values()]
      .flatMap(({ admissions }) => admissions.filter(({ h }) => hashes.includes(h)))
      .toSorted((one, other) => one.at - other.at);
    return first === undefined ? null : { at: first.at, place: first.place };
  }

  after(series: string, sequence: number, limit: number): readonly PeerAdmission[] {
    const kept = this.#series.get(series)?.admissions ?? [];
    return kept.filter((one) => one.sequence > sequence).slice(0, limit);
  }

  close(): void {}
}
