import { generateKeyPairSync } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../../../shared/contract/parse-json.ts';
import { KeyBytes, type KeyPair } from '../../../shared/contract/okp-key.ts';
import { readStored, writeStored } from '../../../src-files/stored-file.ts';
import type { Logger } from '../../ports/system.ts';
import type { Belonging, StationKeys } from '../../ports/secrets.ts';

const StoredBelonging = Type.Object({
  client_id: Type.String(),
  organiser: Type.String(),
  statements: KeyBytes(),
  sealing: KeyBytes(),
});

const Stored = Compile(
  Type.Object({
    own: Type.Object({ x: KeyBytes(), d: KeyBytes() }),
    belonging: Type.Union([StoredBelonging, Type.Null()]),
    earlier: Type.Optional(Type.Array(StoredBelonging)),
  }),
);

interface StoredKeys {
  readonly own: KeyPair;
  readonly belonging: Belonging | null;
  readonly earlier: readonly Belonging[];
}

/**
 * `keys.json` and its copy. A file and not a keychain, because the journal of a dead device must be readable on another one: the key proves
 * which station wrote a journal, and opens nothing.
 */
export function fileStationKeys(path: string, logger: Logger): StationKeys {
  let kept = readStationKeys(path) ?? { own: makeKey(), belonging: null, earlier: [] };
  const write = (next: StoredKeys) =>
    writeStored(path, `${JSON.stringify(next, null, 2)}\n`, parse);
  try {
    write(kept);
  } catch (error) {
    // A door opens without it; it is written again with the next identity response.
    logger.warn({ path, error: String(error) }, 'the keys of the station could not be kept');
  }
  return {
    own: kept.own,
    get belonging() {
      return kept.belonging;
    },
    get earlier() {
      return kept.earlier;
    },
    remember: (belonging) => {
      if (JSON.stringify(kept.belonging) === JSON.stringify(belonging)) return;
      const before = kept.belonging === null ? [] : [kept.belonging];
      const others = [...before, ...kept.earlier].filter(
        ({ organiser }) => organiser !== belonging.organiser,
      );
      kept = { ...kept, belonging, earlier: others };
      write(kept);
    },
    trusts: (offered) =>
      [kept.belonging, ...kept.earlier].every(
        (known) =>
          known === null ||
          (known.client_id !== offered.client_id && known.organiser !== offered.organiser) ||
          isSame(known, offered),
      ),
  };
}

/** The stored keys of a station, for a reader of its folder; null if none can be read. */
export function readStationKeys(path: string): StoredKeys | null {
  const read = readStored(path, parse);
  return 'value' in read ? read.value : null;
}

function isSame(one: Belonging, other: Belonging): boolean {
  return (
    one.organiser === other.organiser &&
    one.statements === other.statements &&
    one.sealing === other.sealing
  );
}

function parse(text: string): StoredKeys | null {
  const value = parseJson(text);
  return Stored.Check(value) ? { ...value, earlier: value.earlier ?? [] } : null;
}

function makeKey(): KeyPair {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { x, d };
}
