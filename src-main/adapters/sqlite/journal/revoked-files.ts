import { open } from 'node:fs/promises';
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { freeName } from '../../../../src-files/look-for.ts';
import { fillAtomically } from '../../../../src-files/write-atomically.ts';
import { formatInstant } from '../../../../shared/instant.ts';
import type { DeviceClock } from '../../../ports/system.ts';
import type { RevokedFiles } from '../../../ports/journal.ts';
import type { StationKeys } from '../../../ports/secrets.ts';
import { JournalReader } from './journal-reader.ts';
import { sealJournal } from './seal-journal.ts';

export interface RevokedFilesOptions {
  readonly journal: string;
  readonly replica: string;
  readonly keys: StationKeys;
  readonly clock: DeviceClock;
}

/** Seals to `journal.sealed-1` beside the journal, or the next free number if the station was revoked before. */
export function revokedFiles({ journal, replica, keys, clock }: RevokedFilesOptions): RevokedFiles {
  return {
    sealJournal: async () => {
      using reader = JournalReader.open(journal);
      const path = freeName(join(dirname(journal), 'journal.sealed'));
      const madeAt = formatInstant(clock.deviceNow());
      let sealed = { rows: 0, left: 0 };
      await fillAtomically(path, async (draft) => {
        await using file = await open(draft, 'r+');
        const write = (text: string) => file.appendFile(text);
        sealed = await sealJournal(reader, { keys, madeAt }, write);
        await file.sync();
      });
      if (sealed.rows > 0 && sealed.left === 0) return path;
      rmSync(path);
      if (sealed.left === 0) return null;
      throw new Error(`the key to seal ${sealed.left} rows with is not known`);
    },
    removeReplicaCopies: () => {
      const folder = dirname(replica);
      const name = basename(replica);
      const copies = readdirSync(folder).filter((file) => file.startsWith(`${name}.`));
      for (const copy of copies) rmSync(join(folder, copy), { recursive: true, force: true });
    },
  };
}
