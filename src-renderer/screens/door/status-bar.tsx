import { Keyboard, VolumeX } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, WithHint } from '../../components/button.tsx';
import { useDoor, useDoorState, usePlace, useWords } from '../../components/door-context.tsx';
import { Keys } from '../../components/keys.tsx';
import { useNow } from '../../components/use-now.ts';
import { runAction } from '../../state/door-actions.ts';
import { ariaShortcut, shortcutLabels } from '../../state/shortcuts.ts';
import { formatAge } from '../../state/words/format.ts';
import { Connection } from './connection.tsx';
import { oldestData } from './data-age.ts';
import styles from './status-bar.module.css';

/** Always in the same place and in words: network, how old the data is, what waits; where scans come from; help. */
export function StatusBar(): ReactElement {
  const door = useDoor();
  const words = useWords();
  return (
    <div className={styles['bar']}>
      <WithHint label={words.status.open} keys={shortcutLabels.station}>
        <Button
          look="quiet"
          aria-keyshortcuts={ariaShortcut('station')}
          onPress={() => runAction(door, 'station')}
        >
          <Connection />
          <DataAge />
          <Queue />
        </Button>
      </WithHint>
      <span className={styles['inputs']}>
        <ClockTrouble />
        <SoundOff />
        <Source />
        <WithHint label={words.actions.help} keys={shortcutLabels.help}>
          <Button
            look="quiet"
            aria-keyshortcuts={ariaShortcut('help')}
            onPress={() => runAction(door, 'help')}
          >
            <Keys keys={shortcutLabels.help} />
            <span className="for-screen-readers">{words.actions.help}</span>
          </Button>
        </WithHint>
      </span>
    </div>
  );
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
  const attention = useDoorState(({ station }) => station?.sync.needs_attention ?? 0);
  if (queued === null) return null;
  return (
    <>
      <span className={styles['part']}>
        {queued === 0 ? words.status.nothingWaiting : words.status.waiting(queued)}
      </span>
      {attention > 0 && (
        <span className={`${styles['part']} ${styles['attention']}`}>
          {words.status.attention(attention)}
        </span>
      )}
    </>
  );
}

function ClockTrouble(): ReactElement | null {
  const words = useWords();
  const { locale } = usePlace();
  const clock = useDoorState(({ station }) => station?.clock ?? null);
  if (clock === null || !clock.suspect) return null;
  const offset = formatAge(Math.abs(clock.offset_ms ?? 0), locale);
  return <span className={styles['attention']}>{words.status.clockOff(offset)}</span>;
}

function SoundOff(): ReactElement | null {
  const words = useWords();
  const muted = useDoorState(({ preferences }) => preferences.muted);
  if (!muted) return null;
  return (
    <span className={styles['input']}>
      <VolumeX size={20} aria-hidden="true" />
      {words.status.muted}
    </span>
  );
}

function Source(): ReactElement {
  const words = useWords();
  const hasTrouble = useDoorState(({ station }) => station?.clock.suspect ?? false);
  const last = useDoorState(({ recent }) => recent[0]?.source ?? null);
  const text =
    last === null || last === 'typed' ? words.status.scannerReady : words.status.source[last];
  return (
    <span className={styles['input']}>
      <Keyboard size={20} aria-hidden="true" />
      <span className={hasTrouble ? 'for-screen-readers' : undefined}>{text}</span>
    </span>
  );
}
