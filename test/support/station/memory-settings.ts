import type { SecretRead, Secrets, SecretWrite } from '../../../src-main/ports/secrets.ts';
import type { Settings, SettingsRead } from '../../../src-main/ports/settings.ts';
import type { StationSettings } from '../../../shared/station/settings.ts';

export const plainSettings: StationSettings = {
  server_url: null,
  client_id: null,
  organiser: null,
  event: null,
  locale: 'en',
  mode: 'automatic',
  opens_before_minutes: 120,
};

export class MemorySettings implements Settings {
  #current: StationSettings;

  constructor(start: StationSettings = plainSettings) {
    this.#current = start;
  }

  read(): SettingsRead {
    return { settings: this.#current, from: 'file' };
  }

  write(settings: StationSettings): void {
    this.#current = settings;
  }
}

export class MemorySecrets implements Secrets {
  readonly #secrets = new Map<string, string>();

  async read(name: string): Promise<SecretRead> {
    const secret = this.#secrets.get(name);
    return secret === undefined
      ? { kind: 'absent' }
      : { kind: 'found', secret, protection: 'keychain' };
  }

  async write(name: string, secret: string): Promise<SecretWrite> {
    this.#secrets.set(name, secret);
    return { kind: 'kept', protection: 'keychain' };
  }
}
