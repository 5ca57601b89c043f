import layout from '../../../components/layout.module.css';
import { Camera, Keyboard, RefreshCw, Usb, Volume2 } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { StationCommand } from '../../../../shared/station/commands.ts';
import type { ScanSource } from '../../../../shared/station/outcomes.ts';
import {
  NO_SCANNERS,
  SERIAL_ENDINGS,
  SERIAL_FORMATS,
  SERIAL_PAUSES_MS,
  SERIAL_SPEEDS,
  serialDefaults,
  type ScannerStatus,
  type SerialSettings,
} from '../../../../shared/station/scanners.ts';
import { symbologyName } from '../../../../shared/ticket-code/symbology.ts';
import { Button } from '../../../components/button.tsx';
import { CameraPreview } from '../../components/camera-preview.tsx';
import { Choice } from '../../../components/choice.tsx';
import { useDoor, useDoorState, usePlace, useWords } from '../../components/door-context.tsx';
import { Dropdown } from '../../../components/dropdown.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Toggle } from '../../../components/toggle.tsx';
import layoutCode from '../../components/training-codes/layout.svg';
import shortLayoutCode from '../../components/training-codes/layout-short.svg';
import type { CameraStatus } from '../../state/camera/camera-reader.ts';
import { formatTime } from '../../i18n/format.ts';
import styles from './scanners-sheet.module.css';

/** Every source of scans: its state, what to do about it, and its last reading. */
export function ScannersSheet(): ReactElement {
  const door = useDoor();
  const { scanners: words, actions } = useWords();
  useEffect(() => {
    void door.query({ kind: 'look_for_scanners' });
    return () => door.store.setState({ layoutFinding: null });
  }, [door]);
  return (
    <Sheet title={actions.scanners}>
      <p className={layout['quiet']}>{words.intro}</p>
      <KeyboardSource />
      <UsbSource />
      <SerialSource />
      <CameraSource />
      <Sound />
    </Sheet>
  );
}

type ScannerChange = Extract<StationCommand, { kind: 'set_scanners' }>['choice'];

interface SourceProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly source: ScanSource;
  readonly status: ScannerStatus | CameraStatus;
  readonly children?: ReactNode;
}

function Source({ icon, name, source, status, children }: SourceProps): ReactElement {
  const { scanners: words } = useWords();
  return (
    <section className={styles['source']} aria-label={name}>
      <header className={styles['head']}>
        {icon}
        <h3 className={styles['name']}>{name}</h3>
        <span className={styles['status']} data-status={status}>
          {words.status[status]}
        </span>
      </header>
      {children}
      <LastRead source={source} />
    </section>
  );
}

function LastRead({ source }: { readonly source: ScanSource }): ReactElement | null {
  const { scanners: words } = useWords();
  const place = usePlace();
  const read = useDoorState(({ station }) =>
    station?.scanners.last.find((one) => one.source === source),
  );
  if (read === undefined) return <p className={layout['quiet']}>{words.nothingRead}</p>;
  const about = [
    words.kinds[read.kind],
    read.symbology === null ? null : symbologyName(read.symbology),
    formatTime(read.at, place),
  ];
  return (
    <p className={styles['read']} role="status">
      <span>{about.filter((part) => part !== null).join(' · ')}</span>
      {read.text !== '' && (
        <code className={styles['code']} dir="ltr">
          {read.text}
        </code>
      )}
    </p>
  );
}

/** Why a source does not work, with the system's own message. */
function Trouble({ next, problem }: { readonly next: string; readonly problem: string | null }) {
  return (
    <p className={layout['trouble']}>
      {next}
      {problem !== null && <span className={styles['problem']}>{problem}</span>}
    </p>
  );
}

function KeyboardSource(): ReactElement {
  const { scanners: words, status } = useWords();
  const finding = useDoorState((state) => state.layoutFinding);
  const isWell = finding === 'same';
  return (
    <Source
      icon={<Keyboard size={22} aria-hidden="true" />}
      name={status.source.keyboard}
      source="keyboard"
      status="ready"
    >
      <p className={layout['quiet']}>{words.layout.next}</p>
      <span className={styles['codes']}>
        <img className={styles['qr']} src={layoutCode} alt={words.layout.qr} />
        <img className={styles['bars']} src={shortLayoutCode} alt={words.layout.bars} />
      </span>
      {finding !== null && (
        <p className={isWell ? styles['well'] : layout['trouble']} role="status">
          {words.layout.findings[finding]}
        </p>
      )}
    </Source>
  );
}

function UsbSource(): ReactElement {
  const door = useDoor();
  const { scanners: words, status: names } = useWords();
  const { usb, choice } = useDoorState(({ station }) => station?.scanners ?? NO_SCANNERS);
  const next = words.usb[usb.status];
  return (
    <Source
      icon={<Usb size={22} aria-hidden="true" />}
      name={names.source.hid}
      source="hid"
      status={usb.status}
    >
      {next !== null && <Trouble next={next} problem={usb.problem} />}
      {usb.status === 'no_permission' && (
        <code className={styles['code']} dir="ltr">
          {UDEV_RULE}
        </code>
      )}
      {usb.devices.length > 0 && (
        <ul className={styles['devices']}>
          {usb.devices.map(({ name, status }, index) => (
            <li key={`${name} ${String(index)}`}>
              {name} · {words.status[status]}
            </li>
          ))}
        </ul>
      )}
      {usb.devices.some(({ beeps }) => beeps) && (
        <Toggle
          label={words.beeps}
          isOn={choice.beeps}
          onChange={(beeps) => void door.ask({ kind: 'set_scanners', choice: { beeps } })}
        />
      )}
      <Button onPress={() => void door.query({ kind: 'look_for_scanners' })}>
        <RefreshCw size={18} aria-hidden="true" />
        {words.look}
      </Button>
    </Source>
  );
}

function SerialSource(): ReactElement {
  const door = useDoor();
  const { scanners: words, status: names } = useWords();
  const { serial, choice } = useDoorState(({ station }) => station?.scanners ?? NO_SCANNERS);
  const next = words.serial[serial.status];
  const listed = serial.ports.map(({ path, name }) => ({
    id: path,
    name: name === null ? path : `${path} · ${name}`,
  }));
  const chosen = choice.serial_port;
  const isListed = chosen === null || listed.some(({ id }) => id === chosen);
  const options = [
    { id: NONE, name: words.noPort },
    ...listed,
    ...(isListed ? [] : [{ id: chosen, name: chosen }]),
  ];
  return (
    <Source
      icon={<Usb size={22} aria-hidden="true" />}
      name={names.source.serial}
      source="serial"
      status={serial.status}
    >
      {next !== null && <Trouble next={next} problem={serial.problem} />}
      <Options
        label={words.port}
        options={options}
        selected={chosen ?? NONE}
        onSelect={(id) => choose({ serial_port: id === NONE ? null : id })}
      />
      {chosen !== null && <SerialLine choose={choose} settings={choice.serial ?? serialDefaults} />}
    </Source>
  );
  function choose(change: ScannerChange): void {
    void door.ask({ kind: 'set_scanners', choice: change });
  }
}

interface SerialLineProps {
  readonly settings: SerialSettings;
  readonly choose: (change: ScannerChange) => void;
}

/** As the scanner is set; what it sends is unreadable otherwise. */
function SerialLine({ settings, choose }: SerialLineProps): ReactElement {
  const { line: words } = useWords().scanners;
  const pick = <Key extends keyof SerialSettings>(
    key: Key,
    values: readonly SerialSettings[Key][],
    nameOf: (value: SerialSettings[Key]) => string = String,
  ) => ({
    options: values.map((value) => ({ id: String(value), name: nameOf(value) })),
    selected: String(settings[key]),
    onSelect: (id: string) => {
      const value = values.find((one) => String(one) === id);
      if (value !== undefined) choose({ serial: { ...settings, [key]: value } });
    },
  });
  return (
    <div className={styles['line']}>
      <Dropdown label={words.speed} {...pick('speed', SERIAL_SPEEDS)} />
      <Dropdown label={words.format} {...pick('format', SERIAL_FORMATS)} />
      <Dropdown
        label={words.ending}
        {...pick('ending', SERIAL_ENDINGS, (ending) => words.endings[ending])}
      />
      {settings.ending !== 'line' && (
        <Dropdown label={words.pause} {...pick('pause_ms', SERIAL_PAUSES_MS)} />
      )}
    </div>
  );
}

function CameraSource(): ReactElement {
  const door = useDoor();
  const { scanners: words, status: names } = useWords();
  const choice = useDoorState(({ station }) => (station?.scanners ?? NO_SCANNERS).choice);
  const { status, problem, cameras } = useDoorState(({ camera }) => camera);
  const next = words.camera.next[status];
  return (
    <Source
      icon={<Camera size={22} aria-hidden="true" />}
      name={names.source.camera}
      source="camera"
      status={status}
    >
      <Toggle
        label={words.camera.use}
        isOn={choice.camera}
        onChange={(camera) => void door.ask({ kind: 'set_scanners', choice: { camera } })}
      />
      {next !== null && <Trouble next={next} problem={problem} />}
      <CameraPreview />
      {cameras.length > 1 && (
        <Options
          label={words.camera.name}
          options={[{ id: NONE, name: words.camera.automatic }, ...cameras]}
          selected={choice.camera_device ?? NONE}
          onSelect={(id) => {
            const device = id === NONE ? null : id;
            void door.ask({ kind: 'set_scanners', choice: { camera_device: device } });
          }}
        />
      )}
    </Source>
  );
}

function Sound(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const isBlocked = useDoorState((state) => state.soundBlocked);
  return (
    <section className={styles['source']} aria-label={words.settings.sound}>
      {isBlocked && <p className={layout['trouble']}>{words.scanners.soundBlocked}</p>}
      <Button onPress={door.playSample}>
        <Volume2 size={20} aria-hidden="true" />
        {words.settings.tryTone}
      </Button>
    </section>
  );
}

const NONE = '';
/** The same line as in docs/scanners.md; a test compares them. */
const UDEV_RULE =
  'SUBSYSTEM=="hidraw", ATTRS{idVendor}=="05e0|0c2e|0536|23d0|05f9|1eab", TAG+="uaccess"';

interface OptionsProps {
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
}

/** Stacked, because device names are long. */
function Options(props: OptionsProps): ReactElement {
  return (
    <div className={styles['options']}>
      <Choice {...props} keys={[]} />
    </div>
  );
}
