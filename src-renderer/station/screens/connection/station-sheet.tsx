import type { ReactElement } from 'react';
import type { ClockState } from '../../../../shared/station/state.ts';
import { Button } from '../../../components/button.tsx';
import { DiagnosisPanel } from '../../components/diagnosis-panel.tsx';
import {
  useDoor,
  useDoorState,
  useNow,
  usePlace,
  useWords,
} from '../../components/door-context.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Keys } from '../../../components/keys.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { diagnose } from '../../state/diagnosis.ts';
import { runAction } from '../../state/door-actions.ts';
import { shortcutLabels } from '../../state/shortcuts.ts';
import { formatAge, formatNumber, formatOffset, type Place } from '../../i18n/format.ts';
import type { Words } from '../../i18n/en.ts';
import { ConnectionStatus } from '../../components/connection-status.tsx';
import { StationsNearby } from './stations-nearby.tsx';
import styles from './station-sheet.module.css';

/** The station's whole status in words: what is known, how old it is, what is waiting. */
export function StationSheet(): ReactElement {
  const door = useDoor();
  const words = useWords();
  const isOffline = useDoorState(({ station }) => station?.sync.mode === 'offline');
  const isBlocked = useDoorState(({ station }) => station !== null && diagnose(station) !== null);
  const attention = useDoorState(({ station }) => station?.sync.needs_attention ?? 0);
  return (
    <Sheet title={words.actions.station}>
      <p className={styles['connection']}>
        <ConnectionStatus />
      </p>
      <div className={styles['actions']}>
        <DiagnosisPanel />
        {!isBlocked && (
          <Button onPress={() => runAction(door, 'syncNow')}>
            {words.actions.syncNow} <Keys keys={shortcutLabels.syncNow} />
          </Button>
        )}
        {!isOffline && (
          <Button onPress={() => runAction(door, 'offlineSwitch')}>
            {words.actions.workOffline} <Keys keys={shortcutLabels.offlineSwitch} />
          </Button>
        )}
        {attention > 0 && (
          <Button onPress={() => runAction(door, 'attention')}>
            {words.status.attention(attention)} <Keys keys={shortcutLabels.attention} />
          </Button>
        )}
      </div>
      <StationsNearby />
      <SyncFacts />
    </Sheet>
  );
}

function SyncFacts(): ReactElement | null {
  const words = useWords();
  const place = usePlace();
  const now = useNow();
  const station = useDoorState((state) => state.station);
  if (station === null) return null;
  const { sync, clock } = station;
  const age = (at: string | null) =>
    at === null
      ? words.station.never
      : words.station.old(formatAge(now - Date.parse(at), place.locale));
  const count = (value: number) =>
    value === 0 ? words.station.none : formatNumber(value, place.locale);
  return (
    <Facts
      facts={[
        { label: words.station.scansAge, value: age(sync.fresh_at.scans) },
        { label: words.station.ticketsAge, value: age(sync.fresh_at.tickets) },
        { label: words.station.setupAge, value: age(sync.fresh_at.setup) },
        { label: words.station.queue, value: count(sync.queued) },
        ...(sync.oldest_queued_at === null
          ? []
          : [{ label: words.station.oldest, value: age(sync.oldest_queued_at) }]),
        { label: words.actions.attention, value: count(sync.needs_attention) },
        { label: words.station.clock, value: clockWords(clock, words, place) },
        { label: words.station.organiser, value: station.organiser ?? '–' },
        { label: words.station.server, value: station.server_url ?? '–' },
      ]}
    />
  );
}

function clockWords({ offset_ms }: ClockState, words: Words, { locale }: Place): string {
  if (offset_ms === null) return words.station.clockUnknown;
  const away = Math.abs(offset_ms);
  return away < 1000 ? words.station.clockExact : words.status.clockOff(formatOffset(away, locale));
}
