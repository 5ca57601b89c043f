import styles from './stepped-areas.module.css';
import { type ReactElement, useId, useState } from 'react';
import type { ArrivalsChart, ArrivalsSeries, ArrivalsStep } from './arrivals.ts';
import { type AxisTexts, LAST_AREA, SteppedAreas, Swatch } from './stepped-areas.tsx';

export interface ArrivalsTexts extends AxisTexts {
  readonly total: string;
  readonly boxOffice: string;
  readonly others: (places: string) => string;
}

/** A stacked area per entry point; the legend shows the numbers of the evening, or of the step under the pointer. */
export function ArrivalsArea({
  chart,
  texts,
}: {
  readonly chart: ArrivalsChart;
  readonly texts: ArrivalsTexts;
}): ReactElement {
  const [pointed, point] = useState<number | null>(null);
  const patterns = useId();
  const { series, steps, isRunning } = chart;
  const step = pointed === null ? undefined : steps[pointed];
  return (
    <div className={styles['arrivals']}>
      <SteppedAreas
        steps={steps}
        isRunning={isRunning}
        areas={series.map(areaOf)}
        patterns={patterns}
        pointed={step === undefined ? null : pointed}
        point={point}
        texts={texts}
      />
      <ul className={styles['legend']}>
        <li className={styles['together']}>
          <span>{step === undefined ? texts.total : texts.time(step.from)}</span>{' '}
          <strong>{texts.number(step?.total ?? sumOf(steps))}</strong>
        </li>
        {series.map((one, index) => (
          <li key={nameOf(one, texts)} className={styles['place']}>
            <Swatch patterns={patterns} area={areaOf(one, index)} />
            <bdi className={styles['name']}>{nameOf(one, texts)}</bdi>{' '}
            <strong>{texts.number(step?.counts[index] ?? one.admitted)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}

function nameOf(series: ArrivalsSeries, { boxOffice, others, number }: ArrivalsTexts): string {
  switch (series.kind) {
    case 'entry_point':
      return series.name;
    case 'box_office':
      return boxOffice;
    default:
      return others(number(series.places));
  }
}

/** The last pattern is always for everything without an area of its own. */
function areaOf({ kind }: ArrivalsSeries, index: number): number {
  return kind === 'others' ? LAST_AREA : index + 1;
}

function sumOf(steps: readonly ArrivalsStep[]): number {
  return steps.reduce((sum, { total }) => sum + total, 0);
}
