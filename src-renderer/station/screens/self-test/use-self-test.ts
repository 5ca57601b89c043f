import { useEffect, useRef, useState } from 'react';
import type { LastRead } from '../../../../shared/station/scanners.ts';
import { useDoor, useDoorState } from '../../components/door-context.tsx';
import type { Door } from '../../state/door.ts';
import { scannerFindingOf, type SelfTestResult } from '../../state/self-test.ts';

/** `running`: waiting for the station. `begun`: it has answered, and the person's part still counts for this test. */
type Stage = 'none' | 'running' | 'begun';

/** A self-test at this screen. Closing the sheet ends it; its result stays. */
export function useSelfTest() {
  const door = useDoor();
  const [stage, setStage] = useState<Stage>('none');
  const result = useDoorState((state) => state.selfTest);
  const known = useRef<readonly LastRead[]>([]);
  const isOpen = stage !== 'none';
  useEffect(() => () => door.store.setState({ layoutFinding: null }), [door]);
  useEffect(() => {
    if (!isOpen) return undefined;
    return door.store.subscribe((state, before) => {
      if (state.layoutFinding !== before.layoutFinding && state.layoutFinding !== null) {
        change(door, { scanner: scannerFindingOf(state.layoutFinding) });
      }
      const reads = state.station?.scanners.last ?? [];
      if (reads === before.station?.scanners.last) return;
      const fresh = reads.find((one) => !known.current.some((other) => isSame(one, other)));
      known.current = reads;
      if (fresh !== undefined) noteRead(door, fresh);
    });
  }, [door, isOpen]);
  const start = async () => {
    known.current = door.store.getState().station?.scanners.last ?? [];
    door.store.setState({ layoutFinding: null, selfTest: begin(door) });
    setStage('running');
    const result = await door.query({ kind: 'self_test' });
    if (result.ok && 'self_test' in result) {
      change(door, { report: result.self_test, at: result.self_test.at });
    }
    setStage((now) => (now === 'none' ? now : 'begun'));
  };
  return {
    result,
    stage,
    start,
    say: (heard: boolean) => change(door, { heard }),
  };
}

function begin(door: Door): SelfTestResult {
  const { station, camera } = door.store.getState();
  return {
    at: new Date(Date.now() + (station?.clock.offset_ms ?? 0)).toISOString(),
    station: station?.client_id ?? null,
    event: station?.event?.name ?? null,
    entryPoint: station?.entry_point?.name ?? null,
    scanner: null,
    heard: null,
    camera: station?.scanners.choice.camera === true ? camera.status : null,
    report: null,
  };
}

function change(door: Door, part: Partial<SelfTestResult>): void {
  door.store.setState(({ selfTest }) => ({
    selfTest: selfTest === null ? null : { ...selfTest, ...part },
  }));
}

/** A typed code is not the scanner's. Once the right one has arrived, later scans are guests. */
function noteRead(door: Door, { source, kind }: LastRead): void {
  if (source === 'typed' || door.store.getState().selfTest?.scanner === 'read') return;
  change(door, { scanner: kind === 'training' ? 'read' : 'other_code' });
}

function isSame(one: LastRead, other: LastRead): boolean {
  return one.source === other.source && one.at === other.at && one.text === other.text;
}
