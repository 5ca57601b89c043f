import layout from '../../../components/layout.module.css';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { Form } from 'react-aria-components';
import type { EnrolmentChoice, JoiningStation } from '../../../../shared/station/server.ts';
import { Button } from '../../../components/button.tsx';
import {
  useDoor,
  useDoorState,
  useErrorText,
  usePlace,
  useWords,
} from '../../components/door-context.tsx';
import { Dropdown } from '../../../components/dropdown.tsx';
import { Field } from '../../../components/field.tsx';
import type { CommandError } from '../../state/command-error.ts';
import { formatDayTime } from '../../i18n/format.ts';
import { CommandLine } from '../../../components/command-line.tsx';
import styles from './server-settings.module.css';

interface Props {
  /** This computer's addresses for the station, the likeliest first. Empty while the server is closed to the network. */
  readonly hosts: readonly string[];
  /** The value for `--data` of the `gatehouse` command. */
  readonly data: string;
}

/**
 * Creates an enrolment code with which another computer becomes a station of this server. As the code is shown only once, it
 * stays on the screen until somebody presses Done, even while the server or the network is away.
 */
export function EnrolStation({ hosts, data }: Props): ReactElement | null {
  const [made, setMade] = useState<JoiningStation | null>(null);
  if (made === null) return hosts.length === 0 ? null : <Joining hosts={hosts} onMade={setMade} />;
  return (
    <div className={styles['join']}>
      <JoinCode data={data} station={made} onDone={() => setMade(null)} />
    </div>
  );
}

function Joining({
  hosts,
  onMade,
}: Pick<Props, 'hosts'> & { readonly onMade: (station: JoiningStation) => void }): ReactElement {
  const door = useDoor();
  const words = useWords();
  const errorText = useErrorText();
  const [choices, setChoices] = useState<readonly EnrolmentChoice[] | null>(null);
  const [refusal, setRefusal] = useState<CommandError | null>(null);
  const begin = async () => {
    const result = await door.query({ kind: 'read_enrolment_choices' });
    setRefusal(result.ok ? null : result);
    if (result.ok && 'enrolment_choices' in result) setChoices(result.enrolment_choices);
  };
  return (
    <div className={styles['join']}>
      {choices === null ? (
        <Button onPress={() => void begin()}>
          <QrCode size={20} aria-hidden="true" />
          {words.join.begin}
        </Button>
      ) : (
        <JoinForm
          hosts={hosts}
          choices={choices}
          onRefused={setRefusal}
          onMade={onMade}
          onCancel={() => setChoices(null)}
        />
      )}
      <div role="alert" className={styles['result']}>
        {refusal !== null && <p className={styles['trouble']}>{errorText(refusal)}</p>}
      </div>
    </div>
  );
}

/** The value for an event or entry point that is chosen at the station. */
const ANY = 'any';

interface FormProps extends Pick<Props, 'hosts'> {
  readonly choices: readonly EnrolmentChoice[];
  readonly onRefused: (refusal: CommandError | null) => void;
  readonly onMade: (station: JoiningStation) => void;
  readonly onCancel: () => void;
}

function JoinForm({ hosts, choices, onRefused, onMade, onCancel }: FormProps): ReactElement {
  const door = useDoor();
  const { join: words, actions } = useWords();
  const events = eventOptions(choices, words.allEvents);
  const present = useDoorState(({ station }) => station?.event?.reference ?? null);
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [event, setEvent] = useState(
    () => events.find((one) => one.event === present)?.id ?? events[0]?.id ?? '',
  );
  const [location, setLocation] = useState(ANY);
  const [host, setHost] = useState(hosts[0] ?? '');
  const chosen = events.find(({ id }) => id === event);
  const points = choices.find((choice) => choice.event === chosen?.event)?.entry_points ?? [];
  const submit = async () => {
    setMissing(name.trim() === '');
    if (name.trim() === '' || chosen === undefined) return;
    setBusy(true);
    const result = await door.query({
      kind: 'enrol_station',
      host: hosts.includes(host) ? host : (hosts[0] ?? ''),
      name: name.trim(),
      organiser: chosen.organiser,
      event: chosen.event,
      location: location === ANY ? null : location,
    });
    setBusy(false);
    onRefused(result.ok ? null : result);
    if (result.ok && 'joining' in result) onMade(result.joining);
  };
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault();
    void submit();
  };
  return (
    <Form className={styles['form'] ?? ''} onSubmit={onSubmit} validationBehavior="aria">
      <Field
        label={words.name}
        error={isMissing ? words.nameNeeded : null}
        value={name}
        onChange={setName}
        autoFocus
        maxLength={100}
      />
      <Dropdown
        label={actions.event}
        options={events}
        selected={event}
        onSelect={(id) => {
          setEvent(id);
          setLocation(ANY);
        }}
      />
      {points.length > 0 && (
        <Dropdown
          label={actions.entryPoint}
          options={[
            { id: ANY, name: words.anyEntryPoint },
            ...points.map(({ reference, name: text }) => ({ id: reference, name: text })),
          ]}
          selected={location}
          onSelect={setLocation}
        />
      )}
      {hosts.length > 1 && (
        <Dropdown
          label={words.address}
          options={hosts.map((one) => ({ id: one, name: one }))}
          selected={hosts.includes(host) ? host : (hosts[0] ?? '')}
          onSelect={setHost}
        />
      )}
      <div className={layout['row']}>
        <Button type="submit" look="main" isDisabled={isBusy || chosen === undefined}>
          {isBusy ? words.making : words.make}
        </Button>
        <Button look="quiet" onPress={onCancel}>
          {actions.cancel}
        </Button>
      </div>
    </Form>
  );
}

interface EventOption {
  readonly id: string;
  readonly name: string;
  readonly organiser: string;
  /** Null: all of the organiser's events. */
  readonly event: string | null;
}

/** Each event and, after an organiser's events, all of them together. */
function eventOptions(
  choices: readonly EnrolmentChoice[],
  allOf: (organiser: string) => string,
): readonly EventOption[] {
  const organisers = new Map(choices.map((choice) => [choice.organiser, choice.organiser_name]));
  return [...organisers].flatMap(([organiser, organiserName]) => [
    ...choices
      .filter((choice) => choice.organiser === organiser)
      .map(({ event, name }) => ({ id: event, name, organiser, event })),
    { id: organiser, name: allOf(organiserName), organiser, event: null },
  ]);
}

function JoinCode({
  data,
  station,
  onDone,
}: {
  readonly data: string;
  readonly station: JoiningStation;
  readonly onDone: () => void;
}): ReactElement {
  const { join: words } = useWords();
  const place = usePlace();
  return (
    <section className={styles['code']} aria-label={words.made(station.name)}>
      <h4 className={styles['heading']} dir="auto">
        {words.made(station.name)}
      </h4>
      <p>{words.how}</p>
      <img
        className={styles['qr']}
        src={`data:image/svg+xml,${encodeURIComponent(station.qr)}`}
        alt={words.qr}
      />
      <Field
        label={words.text}
        value={station.code}
        isCode
        isReadOnly
        autoFocus
        onFocus={({ target }) => {
          if (target instanceof HTMLInputElement) target.select();
        }}
      />
      <p className={styles['note']}>{words.once(formatDayTime(station.expires_at, place))}</p>
      <p className={styles['note']}>{words.revoke}</p>
      <CommandLine text={`gatehouse station revoke ${station.client_id} --data "${data}"`} />
      <Button onPress={onDone}>{words.done}</Button>
    </section>
  );
}
