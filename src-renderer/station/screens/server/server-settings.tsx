import { DatabaseBackup } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import type { ServerHere } from '../../../../shared/station/server.ts';
import { Button } from '../../../components/button.tsx';
import { useDoor, useErrorText, usePlace, useWords } from '../../components/door-context.tsx';
import { Facts } from '../../../components/facts.tsx';
import { useServerHere } from '../../components/use-server-here.ts';
import type { CommandError } from '../../state/command-error.ts';
import { formatFileSize, formatDayTime } from '../../i18n/format.ts';
import { CommandLine } from '../../../components/command-line.tsx';
import { NetworkSettings } from './network-settings.tsx';
import command from '../../../components/command-line.module.css';
import styles from './server-settings.module.css';

const LOOK_MS = 5_000;

/** The embedded server: address, state, and backup of its database. Renders nothing if there is none. */
export function ServerSettings(): ReactElement | null {
  const { server, look } = useServerHere();
  const isHere = server !== null;
  useEffect(() => {
    if (!isHere) return undefined;
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [isHere, look]);
  return server === null ? null : <ServerPanel server={server} look={look} />;
}

function ServerPanel({
  server,
  look,
}: {
  readonly server: ServerHere;
  readonly look: () => void;
}): ReactElement {
  const { server: words } = useWords();
  const place = usePlace();
  const { last_backup: backup } = server;
  return (
    <section className={styles['server']}>
      <h3 className={styles['heading']}>{words.title}</h3>
      <Facts
        facts={[
          { label: words.health, value: words.healths[server.health] },
          { label: words.address, value: server.address },
          {
            label: words.size,
            value: server.bytes === null ? '–' : formatFileSize(server.bytes, place.locale),
          },
          { label: words.folder, value: server.data },
          {
            label: words.lastBackup,
            value: backup === null ? words.never : formatDayTime(backup.at, place),
          },
        ]}
      />
      <BackUp look={look} />
      <p className={styles['note']}>{words.bringIn}</p>
      <CommandLine text={`gatehouse import FILE.csv --event EVT --data "${server.data}"`} />
      <NetworkSettings server={server} look={look} />
    </section>
  );
}

type Copying =
  | { readonly kind: 'idle' | 'busy' }
  | { readonly kind: 'done'; readonly file: string }
  | { readonly kind: 'failed'; readonly refusal: CommandError };

function BackUp({ look }: { readonly look: () => void }): ReactElement {
  const door = useDoor();
  const words = useWords();
  const errorText = useErrorText();
  const [copying, setCopying] = useState<Copying>({ kind: 'idle' });
  const copy = async () => {
    setCopying({ kind: 'busy' });
    const result = await door.query({ kind: 'back_up_server' });
    if (!result.ok) setCopying({ kind: 'failed', refusal: result });
    else
      setCopying(
        'backup' in result ? { kind: 'done', file: result.backup.file } : { kind: 'idle' },
      );
    look();
  };
  const isBusy = copying.kind === 'busy';
  return (
    <>
      <Button isDisabled={isBusy} onPress={() => void copy()}>
        <DatabaseBackup size={20} aria-hidden="true" />
        {isBusy ? words.server.backingUp : words.server.backUp}
      </Button>
      <div role="status" className={styles['result']}>
        {copying.kind === 'done' && (
          <>
            <p>{words.server.backedUp}</p>
            <p className={command['command']} dir="ltr">
              {copying.file}
            </p>
          </>
        )}
        {copying.kind === 'failed' && (
          <p className={styles['trouble']}>{errorText(copying.refusal)}</p>
        )}
      </div>
    </>
  );
}
