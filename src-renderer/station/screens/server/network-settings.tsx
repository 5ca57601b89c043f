import layout from '../../../components/layout.module.css';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { StationCommand } from '../../../../shared/station/commands.ts';
import type { ServerNetwork, ServerHere } from '../../../../shared/station/server.ts';
import { Button } from '../../../components/button.tsx';
import { useDoor, useErrorText, usePlace, useWords } from '../../components/door-context.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Toggle } from '../../../components/toggle.tsx';
import type { CommandError } from '../../state/command-error.ts';
import { formatDate } from '../../i18n/format.ts';
import { EnrolStation } from './enrol-station.tsx';
import styles from './server-settings.module.css';

interface Props {
  readonly server: ServerHere;
  readonly look: () => void;
}

/** The switch that opens this server to other computers on the local network, and its details. */
export function NetworkSettings({ server, look }: Props): ReactElement {
  const door = useDoor();
  const words = useWords();
  const errorText = useErrorText();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<CommandError | null>(null);
  const { network } = server;
  const run = async (command: StationCommand) => {
    setAsking(false);
    setBusy(true);
    const result = await door.query(command);
    setRefusal(result.ok ? null : result);
    setBusy(false);
    look();
  };
  const turn = (isOn: boolean) => {
    if (!isOn) void run({ kind: 'close_server' });
    else if (server.demo) setAsking(true);
    else void run({ kind: 'open_server', with_demo: false });
  };
  return (
    <div className={styles['network']}>
      <Toggle
        label={words.network.switch}
        isOn={network.kind !== 'closed' || isAsking}
        isDisabled={isBusy}
        onChange={(isOn) => (isAsking ? setAsking(false) : turn(isOn))}
      />
      <p className={styles['note']}>{words.network.purpose}</p>
      {isAsking && (
        <div role="alert" className={styles['result']}>
          <p className={styles['trouble']}>{words.network.demo}</p>
          <div className={layout['row']}>
            <Button onPress={() => void run({ kind: 'open_server', with_demo: true })}>
              {words.network.openDemo}
            </Button>
            <Button look="quiet" onPress={() => setAsking(false)}>
              {words.actions.cancel}
            </Button>
          </div>
        </div>
      )}
      <div role="status" className={styles['result']}>
        {refusal !== null && <p className={styles['trouble']}>{errorText(refusal)}</p>}
        <Standing network={network} isBusy={isBusy} run={(command) => void run(command)} />
      </div>
      <EnrolStation hosts={network.kind === 'open' ? network.hosts : []} data={server.data} />
    </div>
  );
}

interface StandingProps {
  readonly network: ServerNetwork;
  readonly isBusy: boolean;
  readonly run: (command: StationCommand) => void;
}

/** Where stations reach the server, or why they cannot and what to do about it. */
function Standing({ network, isBusy, run }: StandingProps): ReactElement | null {
  const { network: words } = useWords();
  switch (network.kind) {
    case 'closed':
      return null;
    case 'opening':
      return <p className={styles['note']}>{words.opening}</p>;
    case 'open':
      return <Reached network={network} />;
    case 'failed':
      return <Shut network={network} isBusy={isBusy} run={run} />;
    default:
      return assertNever(network);
  }
}

function Reached({
  network: { hosts, port, lost_host, expires_at },
}: {
  readonly network: Extract<ServerNetwork, { kind: 'open' }>;
}): ReactElement {
  const { network: words } = useWords();
  const place = usePlace();
  const addresses = hosts.map((host) => addressAt(host, port));
  const list = addresses.map((one) => <div key={one}>{one}</div>);
  return (
    <>
      {lost_host !== null && <p className={styles['trouble']}>{words.lostHost(lost_host)}</p>}
      {hosts.length === 0 && <p className={styles['trouble']}>{words.noAddress}</p>}
      <Facts
        facts={[
          { label: words.addresses, value: list.length === 0 ? '–' : list },
          { label: words.expires, value: formatDate(expires_at, place) },
        ]}
      />
    </>
  );
}

function Shut({
  network: { problem, port, message },
  isBusy,
  run,
}: Omit<StandingProps, 'network'> & {
  readonly network: Extract<ServerNetwork, { kind: 'failed' }>;
}): ReactElement {
  const { network: words } = useWords();
  if (problem === 'failed') {
    return <p className={styles['trouble']}>{`${words.failed} (${message})`}</p>;
  }
  const isTaken = problem === 'port_taken';
  return (
    <>
      <p className={styles['trouble']}>
        {isTaken ? words.portTaken(String(port)) : words.certificate[problem]}
      </p>
      <p>{isTaken ? words.moveMeans : words.renewMeans}</p>
      <Button
        isDisabled={isBusy}
        onPress={() => run({ kind: isTaken ? 'move_server' : 'renew_certificate' })}
      >
        {isTaken ? words.move : words.renew}
      </Button>
    </>
  );
}

function addressAt(host: string, port: number): string {
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
