import { homedir } from 'node:os';
import { join } from 'node:path';

const NAME = 'Gatehouse';

/** Where a person's own data belongs on this platform, when no directory is named. */
export function defaultDataDirectory(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
  home: string = homedir(),
): string {
  switch (platform) {
    case 'win32':
      return join(environment['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), NAME);
    case 'darwin':
      return join(home, 'Library', 'Application Support', NAME);
    default:
      return join(environment['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'gatehouse');
  }
}
