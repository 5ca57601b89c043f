import { statfsSync } from 'node:fs';
import type { Disk } from '../../ports/disk.ts';

export function dataDisk(folder: string): Disk {
  return {
    freeBytes: () => {
      try {
        const { bavail, bsize } = statfsSync(folder);
        return bavail * bsize;
      } catch {
        // Some network drives tell nothing; whether the journal can be written is proven apart from this.
        return null;
      }
    },
  };
}
