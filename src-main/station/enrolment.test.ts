import { describe, expect, it } from 'vitest';
import { ManualTime } from '../../test/support/station/manual-time.ts';
import { MemoryJournal } from '../../test/support/station/memory-journal.ts';
import { MemoryReplica } from '../../test/support/station/memory-replica.ts';
import {
  MemorySecrets,
  MemorySettings,
  plainSettings,
} from '../../test/support/station/memory-settings.ts';
import { ModelServer } from '../../test/support/station/model-server.ts';
import { openHttpRemote } from '../adapters/remote/http-remote.ts';
import { silentLogger } from '../adapters/system/silent-logger.ts';
import { Choices } from './choices.ts';
import { Enrolment } from './enrolment.ts';
import { Warnings } from './warnings.ts';

async function enrolment(serverUrl: string | null = null) {
  const time = new ManualTime();
  const replica = new MemoryReplica();
  const secrets = new MemorySecrets();
  await secrets.write('client_secret', 'secret');
  const settings = new MemorySettings({
    ...plainSettings,
    server_url: serverUrl,
    client_id: 'cli',
  });
  const parts = {
    openRemote: (address: Parameters<typeof openHttpRemote>[0]) => openHttpRemote(address, time),
    secrets,
    choices: new Choices(settings),
    replica,
    journal: new MemoryJournal(),
    warnings: new Warnings(() => undefined, silentLogger),
    enrolled: () => undefined,
    moved: () => undefined,
  };
  return { enrolment: new Enrolment(parts), replica, identity: new ModelServer(time).identity };
}

describe('what a station keeps of its enrolment', () => {
  it.each(['nonsense', 'http://[', 'file:///etc/passwd', 'http://a:99999'])(
    'is begun without the address %s, which is none',
    async (address) => {
      const { enrolment: enrolled } = await enrolment(address);
      await enrolled.begin(null);
      expect(enrolled.serverUrl).toBeNull();
      const credentials = { server_url: address, client_id: 'cli', client_secret: 'secret' };
      expect(await enrolled.connect(credentials)).toMatchObject({ code: 'command.invalid' });
      await enrolled.close();
    },
  );

  it('walks every list again for new grants, even when the store failed at the first try', async () => {
    const { enrolment: enrolled, replica, identity } = await enrolment();
    await enrolled.heardIdentity(identity);
    const walks = { begun: 0 };
    replica.rewalk = async () => {
      walks.begun += 1;
      if (walks.begun === 1) throw new Error('disk full');
    };
    const wider = { ...identity, scopes: [...identity.scopes, 'contacts:read'] };
    await expect(enrolled.heardIdentity(wider)).rejects.toThrow('disk full');
    await enrolled.heardIdentity(wider);
    expect(walks.begun).toBe(2);
    expect(replica.identity()).toEqual(wider);
  });
});
