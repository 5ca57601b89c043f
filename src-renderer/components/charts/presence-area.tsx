import styles from './stepped-areas.module.css';
import { type ReactElement, useId, useState } from 'react';
import type { PresenceChart } from './presence.ts';
import { type AxisTexts, SteppedAreas, Swatch } from './stepped-areas.tsx';

export interface PresenceTexts extends AxisTexts {
  readonly inside: string;
  readonly most: (count: string, time: string) => string;
  readonly limit: (count: string) => string;
}

const AREA = 1;

/** How many were inside, and how many may be once they are half as many; the legend says it of now, or of the step under the pointer. */
export function PresenceArea({
  chart: { steps, most },
  capacity,
  texts,
}: {
  readonly chart: PresenceChart;
  /** Null for any number. */
  readonly capacity: number | null;
  readonly texts: PresenceTexts;
}): ReactElement {
  const [pointed, point] = useState<number | null>(null);
  const patterns = useId();
  const step = pointed === null ? undefined : steps[pointed];
  const isNear = capacity !== null && most.inside * 2 >= capacity;
  return (
    <div className={styles['arrivals']}>
      <SteppedAreas
        steps={steps}
        isRunning={false}
        areas={[AREA]}
        limit={isNear ? capacity : null}
        patterns={patterns}
        pointed={step === undefined ? null : pointed}
        point={point}
        texts={texts}
      />
      <ul className={styles['legend']}>
        <li className={styles['place']}>
          <Swatch patterns={patterns} area={AREA} />
          <span>{step === undefined ? texts.inside : texts.time(step.from)}</span>{' '}
          <strong>{texts.number((step ?? steps.at(-1))?.total ?? 0)}</strong>
        </li>
        <li>{texts.most(texts.number(most.inside), texts.time(most.from))}</li>
        {capacity !== null && <li>{texts.limit(texts.number(capacity))}</li>}
      </ul>
    </div>
  );
}
