import { Info, ListChecks, Lock, ScanLine, Volume2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { Label, Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';
import type { CommandResult } from '../../../../shared/station/results.ts';
import { changeLocks, NO_PEERS } from '../../../../shared/station/state.ts';
import { warningViews } from '../../components/warning-view.ts';
import { VERSION } from '../../../../shared/version.ts';
import { Button } from '../../../components/button.tsx';
import { Choice } from '../../../components/choice.tsx';
import {
  useDoor,
  useDoorState,
  useErrorText,
  usePlace,
  useWords,
} from '../../components/door-context.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Keys } from '../../../components/keys.tsx';
import { LanguageChoice } from '../../components/language-choice.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Toggle } from '../../../components/toggle.tsx';
import { openConnect, runAction, setChangeLock, setPreferences } from '../../state/door-actions.ts';
import type { CommandError } from '../../state/command-error.ts';
import { latestResult } from '../../state/latest-result.ts';
import { peerTrouble } from '../../i18n/peer-trouble.ts';
import { themes } from '../../state/preferences.ts';
import { shortcutLabels } from '../../state/shortcuts.ts';
import { warningText } from '../../i18n/warning-text.ts';
import { hasConnectForm } from '../../state/door-state.ts';
import { LabelSettings } from './label-settings.tsx';
import { ServerSettings } from '../server/server-settings.tsx';
import styles from './settings-sheet.module.css';

export function SettingsSheet(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const preferences = useDoorState((state) => state.preferences);
  return (
    <Sheet title={words.actions.settings}>
      <div className={styles['settings']}>
        <Choice
          label={words.settings.theme}
          keys={shortcutLabels.theme}
          options={themes.map((theme) => ({ id: theme, name: words.settings.themes[theme] }))}
          selected={preferences.theme}
          onSelect={(theme) => setPreferences(door, { theme })}
        />
        <LanguageChoice />
        <Toggle
          label={words.settings.sound}
          isOn={!preferences.muted}
          onChange={() => runAction(door, 'sound')}
        >
          <Keys keys={shortcutLabels.sound} />
        </Toggle>
        <Slider
          className={styles['slider'] ?? ''}
          minValue={0}
          maxValue={1}
          step={0.1}
          value={preferences.volume}
          formatOptions={{ style: 'percent' }}
          onChange={(volume) => {
            if (typeof volume === 'number') setPreferences(door, { volume, muted: false });
          }}
        >
          <Label>{words.settings.volume}</Label>
          <SliderOutput className={styles['output'] ?? ''} />
          <SliderTrack className={styles['track'] ?? ''}>
            <SliderThumb className={styles['thumb'] ?? ''} />
          </SliderTrack>
        </Slider>
        <Button onPress={door.playSample}>
          <Volume2 size={20} aria-hidden="true" />
          {words.settings.tryTone}
        </Button>
        <Senses />
        <Privacy />
        <Button onPress={() => runAction(door, 'scanners')}>
          <ScanLine size={20} aria-hidden="true" />
          {words.actions.scanners}
          <Keys keys={shortcutLabels.scanners} />
        </Button>
        <LabelSettings />
        <Button onPress={() => runAction(door, 'selfTest')}>
          <ListChecks size={20} aria-hidden="true" />
          {words.actions.selfTest}
          <Keys keys={shortcutLabels.selfTest} />
        </Button>
        <ChangeLockSetting />
        <Button onPress={() => runAction(door, 'kiosk')}>
          <Lock size={20} aria-hidden="true" />
          {words.actions.kiosk}
          <Keys keys={shortcutLabels.kiosk} />
        </Button>
        <StartAtLogin />
        <PeerSettings />
        <ConnectionSettings />
        <ServerSettings />
        <Button onPress={() => door.store.setState({ sheet: { kind: 'about' } })}>
          <Info size={20} aria-hidden="true" />
          {words.about.title}
        </Button>
      </div>
    </Sheet>
  );
}

/** Ways besides tones to reach people who are not looking at the screen. */
function Senses(): ReactElement {
  const door = useDoor();
  const { settings: words } = useWords();
  const preferences = useDoorState((state) => state.preferences);
  const { locale } = usePlace();
  const hasVoice = useDoorState(({ spoken }) => spoken.includes(locale));
  const canVibrate = useDoorState((state) => state.vibrates);
  return (
    <div className={styles['senses']}>
      <Toggle
        label={words.speaks}
        isOn={preferences.speaks}
        onChange={(speaks) => setPreferences(door, { speaks })}
      />
      <p className={styles['note']}>{hasVoice ? words.speaksNote : words.noVoice}</p>
      {canVibrate && (
        <Toggle
          label={words.vibrates}
          isOn={preferences.vibrates}
          onChange={(vibrates) => setPreferences(door, { vibrates })}
        />
      )}
    </div>
  );
}

/** Whether people in the queue can read names on the screen. */
function Privacy(): ReactElement {
  const door = useDoor();
  const { privacy: words } = useWords();
  const hidesNames = useDoorState(({ preferences }) => preferences.hidesNames);
  return (
    <div className={styles['senses']}>
      <Toggle
        label={words.hide}
        isOn={hidesNames}
        onChange={(hides) => setPreferences(door, { hidesNames: hides })}
      />
      <p className={styles['note']}>{words.hideNote}</p>
    </div>
  );
}

/** Whether the system opens the app at login. Renders nothing where it cannot. */
function StartAtLogin(): ReactElement | null {
  const { query } = useDoor();
  const words = useWords();
  const errorText = useErrorText();
  const [isOn, setOn] = useState<boolean | null>(null);
  const [refusal, setRefusal] = useState<CommandError | null>(null);
  const [ask] = useState(() =>
    latestResult((result: CommandResult) => {
      if (!result.ok) setRefusal(result);
      else if ('start_at_login' in result) {
        setRefusal(null);
        setOn(result.start_at_login ?? null);
      }
    }),
  );
  useEffect(() => ask(query({ kind: 'read_start_at_login' })), [ask, query]);
  if (isOn === null) return null;
  return (
    <div className={styles['senses']}>
      <Toggle
        label={words.settings.startAtLogin}
        isOn={isOn}
        onChange={(on) => ask(query({ kind: 'set_start_at_login', on }))}
      />
      <p className={styles['note']}>{words.settings.startAtLoginNote}</p>
      {refusal !== null && (
        <p className={styles['trouble']} role="status">
          {errorText(refusal)}
        </p>
      )}
    </div>
  );
}

/** What it takes to change what the door is about. */
function ChangeLockSetting(): ReactElement {
  const door = useDoor();
  const { changeLock: words } = useWords();
  const lock = useDoorState(({ station }) => station?.change_lock ?? 'hold');
  return (
    <div className={styles['senses']}>
      <Choice
        label={words.label}
        options={changeLocks.map((id) => ({ id, name: words.options[id] }))}
        selected={lock}
        onSelect={(chosen) => setChangeLock(door, chosen)}
      />
      <p className={styles['note']}>{words.note}</p>
    </div>
  );
}

/** Whether stations on this network share admissions, and this station's addresses. */
function PeerSettings(): ReactElement {
  const door = useDoor();
  const { peers: words } = useWords();
  const peers = useDoorState(({ station }) => station?.peers ?? NO_PEERS);
  const { chosen, running, port, addresses } = peers;
  const trouble = peerTrouble(peers, words);
  return (
    <section className={styles['peers']}>
      <h3 className={styles['heading']}>{words.title}</h3>
      <Toggle
        label={words.switch}
        isOn={chosen}
        onChange={(on) => void door.ask({ kind: 'set_peers', on })}
      />
      <p className={styles['note']}>{words.purpose}</p>
      {trouble !== null && (
        <p className={styles['trouble']} role="status">
          {trouble}
        </p>
      )}
      {running && (
        <Facts
          facts={[
            { label: words.port, value: port ?? '–' },
            { label: words.addresses, value: addresses.length === 0 ? '–' : addresses.join(' ') },
          ]}
        />
      )}
    </section>
  );
}

/** The server this station belongs to, and a button to change it. */
function ConnectionSettings(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const server = useDoorState(({ station }) => station?.server_url ?? null);
  const clientId = useDoorState(({ station }) => station?.client_id ?? null);
  const name = useDoorState(({ station }) => station?.name ?? null);
  const isFormOpen = useDoorState(({ station }) => hasConnectForm(station));
  const place = usePlace();
  const warnings = useDoorState(({ station }) => station?.warnings ?? none);
  const notices = warnings.filter(({ code }) => warningViews[code].place === 'connection');
  return (
    <section className={styles['connection']}>
      <h3 className={styles['heading']}>{words.settings.connection}</h3>
      <Facts
        facts={[
          ...(name === null ? [] : [{ label: words.activity.title, value: name }]),
          { label: words.station.server, value: server ?? words.settings.noServer },
          ...(clientId === null ? [] : [{ label: words.connect.clientId, value: clientId }]),
          { label: words.settings.version, value: VERSION },
        ]}
      />
      {notices.length > 0 && (
        <ul className={styles['notices']}>
          {notices.map((warning) => (
            <li key={warning.code} className={styles['notice']}>
              <Info size={18} aria-hidden="true" />
              <span dir="auto">{warningText(warning, place)}</span>
            </li>
          ))}
        </ul>
      )}
      {!isFormOpen && (
        <Button onPress={() => openConnect(door)}>{words.actions.changeServer}</Button>
      )}
    </section>
  );
}

const none: readonly never[] = [];
