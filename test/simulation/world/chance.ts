/** A reproducible source of chance (splitmix32). Each part of a world draws from its own stream, forked by name. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a stream that does not depend on how much is drawn from others. */
  static of(seed: number, name: string): Chance {
    let hash = 2_166_136_261;
    for (const character of `${seed} ${name}`) {
      hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
    }
    return new Chance(hash);
  }

  /** Uniform in [0, 1). */
  fraction(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state ^ (this.#state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  /** An integer from `least` to `most`, inclusive. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  /** A duration from `least` to `most`, uniform on a logarithmic scale: mostly short, sometimes long. */
  stretch(least: number, most: number): number {
    return Math.round(least * (most / least) ** this.fraction());
  }

  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.fraction() * values.length)];
    if (value === undefined) throw new RangeError('expected something to pick from');
    return value;
  }

  /** Picks `count` distinct values in random order. */
  some<Value>(values: readonly Value[], count: number): readonly Value[] {
    const rest = [...values];
    return Array.from({ length: Math.min(count, rest.length) }, () => {
      const [value] = rest.splice(this.between(0, rest.length - 1), 1);
      if (value === undefined) throw new RangeError('expected something to take');
      return value;
    });
  }

  bytes(into: Uint8Array): void {
    for (let index = 0; index < into.length; index += 1) into[index] = this.between(0, 255);
  }
}
