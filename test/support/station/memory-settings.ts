import type { Secrets } from '../../../src-main/ports/secrets.ts';
import type { Settings, StationSettings } from '../../../src-main/ports/settings.ts';

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

  read(): StationSettings {
    return this.#current;
  }

  write(settings: StationSettings): void {
    this.#current = settings;
  }
}

export class MemorySecrets implements Secrets {
  readonly protection = 'keychain';
  readonly #secrets = new Map<string, string>();

  async read(name: string): Promise<string | null> {
    return this.#secrets.get(name) ?? null;
  }

  async write(name: string, secret: string): Promise<void> {
    this.#secrets.set(name, secret);
  }
}
