import '@fontsource-variable/inter/wght.css';
import '../design/tokens.css';
import '../design/base.css';
import { createRoot } from 'react-dom/client';
import { firstLocale } from '../../shared/languages.ts';
import { App } from './app.tsx';
import { createDoor } from './state/door.ts';
import { mayHavePinField } from './state/door-state.ts';
import { runAction } from './state/door-actions.ts';
import { saveSelfTest, loadSelfTest } from './state/self-test.ts';
import { readPreferences, writePreferences } from './state/preferences.ts';
import { actionOfKey } from './state/shortcuts.ts';
import { browserSpeaker } from './state/sound/speaker.ts';
import { createTonePlayer } from './state/sound/tone-player.ts';
import { vibrator } from './state/sound/vibrations.ts';
import { keepDisplayOn, leaveFullScreen, refuseDrops } from './state/stay-in-front.ts';
import { readPlace, writePlace } from './state/station-place.ts';
import { capturePaste } from './state/wedge/capture-paste.ts';
import { captureWedge } from './state/wedge/capture-wedge.ts';
import { wedgeBesidePin, wedgeDefaults } from './state/wedge/wedge-decoder.ts';
import { createIpcTransport } from './transport/ipc-transport.ts';
import { pendingRequests } from './transport/pending-requests.ts';
import { browserVault, createPassStore } from './transport/page-pass.ts';
import { openStorage } from '../browser/page-storage.ts';
import { createSocketTransport, stationAddress } from './transport/socket-transport.ts';

const bridge = window.gatehouseStation;
const lasting = openStorage(() => localStorage);
const ofThisTab = openStorage(() => sessionStorage);
const door = createDoor({
  transport:
    bridge === undefined
      ? createSocketTransport({
          url: stationAddress(new URL(location.href)),
          origin: location.origin,
          passes: createPassStore(browserVault(indexedDB), takeFragment),
          onLaunch: (listener) => {
            addEventListener('hashchange', listener);
            return () => removeEventListener('hashchange', listener);
          },
        })
      : createIpcTransport(bridge),
  kept: pendingRequests(ofThisTab),
  preferences: readPreferences(lasting, navigator.languages),
  place: readPlace(ofThisTab),
  selfTest: loadSelfTest(lasting),
  player: createTonePlayer(window),
  speaker: browserSpeaker(window),
  vibrate: vibrator(navigator),
  printHere:
    bridge === undefined
      ? async (job) => (await import('../components/labels/print-labels.ts')).printLabels(job)
      : null,
  newId: () =>
    `${Date.now().toString(36)}-${[...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('')}`,
});

/** First removes the key of a launch address from the address bar, which histories and screenshots keep. */
function takeFragment(): string {
  const { hash } = location;
  if (hash !== '') history.replaceState(null, '', location.pathname + location.search);
  return hash;
}

door.store.subscribe(({ preferences, station }, before) => {
  const locale = station?.locale ?? preferences.locale;
  if (preferences !== before.preferences || locale !== before.station?.locale) {
    writePreferences(lasting, { ...preferences, locale });
  }
});

door.store.subscribe(({ place }, before) => {
  if (place !== null && place !== before.place) writePlace(ofThisTab, place);
});

door.store.subscribe(({ selfTest }, before) => {
  if (selfTest !== null && selfTest !== before.selfTest) saveSelfTest(lasting, selfTest);
});

door.store.subscribe(({ station }, before) => {
  if (before.station?.kiosk.on === true && station?.kiosk.on === false) leaveFullScreen();
});

// Each time the station is reached: it uses the suggestion unless somebody has chosen a language.
const suggested = firstLocale(navigator.languages);
door.store.subscribe(({ transport, station }, before) => {
  const isReached = transport === 'present' && before.transport !== 'present';
  if (isReached && suggested !== null && suggested !== station?.locale) {
    void door.ask({ kind: 'suggest_locale', locale: suggested });
  }
});

// Before the screens are rendered, so that it receives every key first.
captureWedge(window, {
  settings: () => (mayHavePinField(door.store.getState()) ? wedgeBesidePin : wedgeDefaults),
  onScan: door.scanKeys,
});
capturePaste(window, (code) => door.scanKeys(code, []));
refuseDrops(window);
// The desktop app does it for as long as the station needs it.
if (bridge === undefined) keepDisplayOn(window);

window.addEventListener('keydown', (event) => {
  const action = actionOfKey(event);
  if (action === null || event.repeat) return;
  // In a field the same keys take back what was typed.
  if (action === 'undo' && isTyping(event.target)) return;
  event.preventDefault();
  runAction(door, action);
});

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.value !== '';
}

const root = document.getElementById('root');
if (root === null) throw new Error('expected #root in index.html');
createRoot(root).render(<App door={door} />);

// Large, so the door does not wait for them; here before anybody needs them, perhaps without a network by then.
void import('../design/name-fonts.ts');
void import('./screens/tonight/tonight-screen.tsx');
