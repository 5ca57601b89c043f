/** The station core in a utility process: a long sync never freezes a window, and a crash of one does not take the other down. */
import type { StationMessage } from '../../../shared/station/api.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import { sentenceOf } from '../host-error.ts';
import { openStation } from '../open-station.ts';
import { openParentPort } from '../processes/parent-port.ts';
import { answerRequest } from '../station-request.ts';
import { untilSettled } from '../until-settled.ts';
import type { Station } from '../../station/station.ts';
import { createKeychainSecrets } from './keychain-secrets.ts';
import { parseMainToStation, type MainToStation, type StationToMain } from './station-messages.ts';

const port = openParentPort();
const tell = (message: StationToMain) => port.post(message);
const show = (message: StationMessage) => tell({ kind: 'message', message });
const keychain = createKeychainSecrets(port);
let station: Promise<Station | null> | null = null;

port.onGone(() => void stop());
port.onMessage((raw) => {
  const message = parseMainToStation(raw);
  if (message !== null) void receive(message);
});

async function receive(message: MainToStation): Promise<void> {
  switch (message.kind) {
    case 'start':
      station ??= start(message);
      return;
    case 'secret':
      keychain.settle(message);
      return;
    case 'open': {
      const opened = await station;
      if (opened) show(opened.welcome());
      return;
    }
    case 'request': {
      const opened = await station;
      if (opened) show(await answerRequest(opened, message.request));
      return;
    }
    case 'stop':
      await stop();
      return;
    default:
      assertNever(message);
  }
}

async function start(options: Extract<MainToStation, { kind: 'start' }>): Promise<Station | null> {
  try {
    const opened = await openStation({
      data: options.data,
      enrolment: options.enrolment,
      secrets: options.keychain ? keychain : null,
    });
    opened.subscribe(show);
    tell({ kind: 'started' });
    show(opened.welcome());
    void untilSettled(opened).then(() => tell({ kind: 'settled' }));
    return opened;
  } catch (error) {
    tell({ kind: 'failed', message: sentenceOf(error) });
    setImmediate(() => process.exit(1));
    return null;
  }
}

async function stop(): Promise<void> {
  const opened = await station;
  await opened?.[Symbol.asyncDispose]();
  process.exit(0);
}
