import '@fontsource-variable/inter/wght.css';
import './design/tokens.css';
import './design/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './screens/app.tsx';
import { createDoor } from './state/door.ts';
import { runAction } from './state/door-actions.ts';
import { readPreferences, writePreferences } from './state/preferences.ts';
import { actionOfKey } from './state/shortcuts.ts';
import { createTonePlayer } from './state/sound/tone-player.ts';
import { captureWedge } from './state/wedge/capture-wedge.ts';
import { wedgeDefaults } from './state/wedge/wedge-decoder.ts';
import { createBridgeCarrier } from './transport/bridge-carrier.ts';
import { keptRequests } from './transport/kept-requests.ts';
import { createSocketCarrier, stationAddress } from './transport/socket-carrier.ts';

const bridge = window.gatehouseStation;
const door = createDoor({
  carrier:
    bridge === undefined
      ? createSocketCarrier(stationAddress(new URL(location.href)))
      : createBridgeCarrier(bridge),
  kept: keptRequests(sessionStorage),
  preferences: readPreferences(localStorage, navigator.languages),
  player: createTonePlayer(window),
  mintId: () =>
    `${Date.now().toString(36)}-${[...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('')}`,
});

door.store.subscribe(({ preferences, station }, before) => {
  const locale = station?.locale ?? preferences.locale;
  if (preferences !== before.preferences || locale !== before.station?.locale) {
    writePreferences(localStorage, { ...preferences, locale });
  }
});

// Before the screens are there, so that it hears every key first.
captureWedge(window, { settings: wedgeDefaults, onScan: (code) => door.scan(code, 'keyboard') });

window.addEventListener('keydown', (event) => {
  const action = actionOfKey(event);
  if (action === null || event.repeat) return;
  event.preventDefault();
  runAction(door, action);
});

const root = document.getElementById('root');
if (root === null) throw new Error('expected #root in index.html');
createRoot(root).render(<App door={door} />);
