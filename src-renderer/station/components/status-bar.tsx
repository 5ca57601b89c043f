import {
  Keyboard,
  ScanLine,
  Settings,
  TextCursorInput,
  TriangleAlert,
  VolumeX,
} from 'lucide-react';
import type { ReactElement } from 'react';
import {
  NO_SCANNERS,
  type ScannersState,
  type ScannerStatus,
} from '../../../shared/station/scanners.ts';
import { ActionButton } from './action-button.tsx';
import { Button } from '../../components/button.tsx';
import { useDoor, useDoorState, useNow, usePlace, useWords } from './door-context.tsx';
import { Keys } from '../../components/keys.tsx';
import type { CameraStatus } from '../state/camera/camera-reader.ts';
import { shortcutLabels } from '../state/shortcuts.ts';
import { formatAge, formatOffset } from '../i18n/format.ts';
import { ConnectionStatus } from './connection-status.tsx';
import { showConflicts } from '../state/door-actions.ts';
import { isKiosk, openConflicts, unreadableRows } from '../state/door-state.ts';
import styles from './status-bar.module.css';

interface Props {
  /** False before the door is open: there are no scans and no data yet, and settings are opened from here. */
  readonly isDoor?: boolean;
}

/** The status bar, always in the same place and in words: network, age of the data, queue; scanners; help. */
export function StatusBar({ isDoor = true }: Props): ReactElement {
  const words = useWords();
  return (
    <div className={styles['bar']}>
      <span className={styles['station']}>
        <StationButton isDoor={isDoor} />
        <AttentionButton />
        <ConflictsButton />
      </span>
      <span className={styles['inputs']}>
        <ClockTrouble />
        <SoundOff />
        {isDoor && <Source />}
        {isDoor ? <TypeCodeButton /> : <SettingsButton />}
        <ActionButton action="help" label={words.actions.help} look="quiet">
          <Keys keys={shortcutLabels.help} />
          <span className="for-screen-readers">{words.actions.help}</span>
        </ActionButton>
      </span>
    </div>
  );
}

/** A station without a server has no connection to show. */
function StationButton({ isDoor }: Required<Props>): ReactElement | null {
  const words = useWords();
  const hasServer = useDoorState(({ station }) => (station?.server_url ?? null) !== null);
  const hasOnlyDoor = useDoorState(isKiosk);
  if (!isDoor && !hasServer) return null;
  if (hasOnlyDoor) {
    return (
      <span className={styles['summary']}>
        <ConnectionStatus />
        <StationsNear />
        {isDoor && <DataAge />}
        <Queue />
      </span>
    );
  }
  return (
    <ActionButton action="station" label={words.actions.station} look="quiet">
      <ConnectionStatus />
      <StationsNear />
      {isDoor && <DataAge />}
      <Queue />
    </ActionButton>
  );
}

function AttentionButton(): ReactElement | null {
  const words = useWords();
  const attention = useDoorState(({ station }) => station?.sync.needs_attention ?? 0);
  const unreadable = useDoorState(unreadableRows);
  const hasOnlyDoor = useDoorState(isKiosk);
  if (attention + unreadable === 0) return null;
  const parts = [
    ...(attention > 0 ? [words.status.attention(attention)] : []),
    ...(unreadable > 0 ? [words.status.unreadable(unreadable)] : []),
  ];
  const alarm = (
    <span className={styles['alarm']}>
      <TriangleAlert size={18} aria-hidden="true" />
      {parts.join(' · ')}
    </span>
  );
  if (hasOnlyDoor) return alarm;
  return (
    <ActionButton action="attention" label={words.attention.show} look="quiet">
      {alarm}
    </ActionButton>
  );
}

/** Contradicting verdicts at this event's doors. */
function ConflictsButton(): ReactElement | null {
  const door = useDoor();
  const words = useWords();
  const open = useDoorState(openConflicts);
  const hasOnlyDoor = useDoorState(isKiosk);
  if (open === 0) return null;
  const alarm = (
    <span className={styles['alarm']}>
      <TriangleAlert size={18} aria-hidden="true" />
      {words.status.conflicts(open)}
    </span>
  );
  if (hasOnlyDoor) return alarm;
  return (
    <Button look="quiet" onPress={() => showConflicts(door)}>
      {alarm}
    </Button>
  );
}

function TypeCodeButton(): ReactElement {
  const words = useWords();
  return (
    <ActionButton action="typeCode" label={words.actions.typeCode}>
      <TextCursorInput size={20} aria-hidden="true" />
      <span className={styles['action']}>{words.actions.typeCode}</span>
      <span className={styles['key']}>
        <Keys keys={shortcutLabels.typeCode} />
      </span>
    </ActionButton>
  );
}

function SettingsButton(): ReactElement {
  const words = useWords();
  return (
    <span className={styles['icon']}>
      <ActionButton action="settings" label={words.actions.settings} look="icon">
        <Settings size={22} />
      </ActionButton>
    </span>
  );
}

/** Only while the server cannot be reached. */
function StationsNear(): ReactElement | null {
  const words = useWords();
  const isOffline = useDoorState(({ station }) => station?.sync.connection.kind === 'offline');
  const isRunning = useDoorState(({ station }) => station?.peers.running ?? false);
  const near = useDoorState(({ station }) => station?.peers.near.length ?? 0);
  if (!isOffline || !isRunning) return null;
  return <span className={styles['part']}>{words.status.near(near)}</span>;
}

function DataAge(): ReactElement | null {
  const words = useWords();
  const { locale } = usePlace();
  const now = useNow();
  const station = useDoorState((state) => state.station);
  if (station === null) return null;
  const oldest = oldestData(station.sync.fresh_at);
  return (
    <span className={styles['part']}>
      {oldest === null
        ? words.status.noData
        : words.status.dataAge(formatAge(now - oldest, locale))}
    </span>
  );
}

function Queue(): ReactElement | null {
  const words = useWords();
  const queued = useDoorState(({ station }) => station?.sync.queued ?? null);
  if (queued === null) return null;
  return (
    <span className={styles['part']}>
      {queued === 0 ? words.status.nothingWaiting : words.status.waiting(queued)}
    </span>
  );
}

function ClockTrouble(): ReactElement | null {
  const words = useWords();
  const { locale } = usePlace();
  const clock = useDoorState(({ station }) => station?.clock ?? null);
  if (clock === null || !clock.suspect) return null;
  const offset = formatOffset(clock.offset_ms ?? 0, locale);
  return <span className={styles['attention']}>{words.status.clockOff(offset)}</span>;
}

function SoundOff(): ReactElement | null {
  const words = useWords();
  const muted = useDoorState(({ preferences }) => preferences.muted);
  const isBlocked = useDoorState((state) => state.soundBlocked);
  if (!muted && !isBlocked) return null;
  return (
    <span className={styles['input']}>
      <VolumeX size={20} aria-hidden="true" />
      <span>{muted ? words.status.muted : words.status.soundBlocked}</span>
    </span>
  );
}

/** The sources that are ready, preceded by one that should work and does not. */
function Source(): ReactElement {
  const words = useWords();
  const hasTrouble = useDoorState(({ station }) => station?.clock.suspect ?? false);
  const last = useDoorState(({ recent }) => recent[0]?.source ?? null);
  const scanners = useDoorState(({ station }) => station?.scanners ?? NO_SCANNERS);
  const camera = useDoorState((state) => state.camera.status);
  const hasOnlyDoor = useDoorState(isKiosk);
  const { short, status } = words.scanners;
  const standing = standingOf(scanners, camera);
  const others = readySources(standing);
  const missed = missedSource(standing, scanners);
  if (missed === null && others.length === 0) {
    const text =
      last === null || last === 'typed' ? words.status.scannerReady : words.status.source[last];
    return (
      <span className={styles['input']}>
        <Keyboard size={20} aria-hidden="true" />
        <span className={hasTrouble ? 'for-screen-readers' : undefined}>{text}</span>
      </span>
    );
  }
  const text =
    missed === null
      ? [short.keyboard, ...others.map((one) => short[one])].join(' · ')
      : `${short[missed]}: ${status[standing[missed]]}`;
  const summary = (
    <span className={missed === null ? styles['input'] : styles['alarm']}>
      <ScanLine size={20} aria-hidden="true" />
      <span className={hasTrouble ? 'for-screen-readers' : undefined}>{text}</span>
    </span>
  );
  if (hasOnlyDoor) return summary;
  return (
    <span className={styles['sources']}>
      <ActionButton action="scanners" label={words.actions.scanners} look="quiet">
        {summary}
      </ActionButton>
    </span>
  );
}

type Standing = Readonly<Record<'usb' | 'serial' | 'camera', ScannerStatus | CameraStatus>>;

const deviceSources = ['usb', 'serial', 'camera'] as const;

function standingOf(scanners: ScannersState, camera: CameraStatus): Standing {
  return { usb: scanners.usb.status, serial: scanners.serial.status, camera };
}

function readySources(standing: Standing) {
  return deviceSources.filter((source) => standing[source] === 'ready');
}

/** A scanner that is plugged in, a port that was chosen, or a camera that is switched on. */
function missedSource(standing: Standing, { usb, choice }: ScannersState) {
  const wanted: Readonly<Record<keyof Standing, boolean>> = {
    usb: usb.devices.length > 0,
    serial: choice.serial_port !== null,
    camera: choice.camera,
  };
  const fine = ['ready', 'starting', 'off'];
  return deviceSources.find((source) => wanted[source] && !fine.includes(standing[source])) ?? null;
}

/** The older of tickets and admissions, in milliseconds since the epoch; null if one has never been complete. */
function oldestData({
  scans,
  tickets,
}: Readonly<Record<'scans' | 'tickets', string | null>>): number | null {
  if (scans === null || tickets === null) return null;
  return Math.min(Date.parse(scans), Date.parse(tickets));
}
