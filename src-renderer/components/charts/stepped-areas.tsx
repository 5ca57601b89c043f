import styles from './stepped-areas.module.css';
import { curveStepAfter } from '@visx/curve';
import { scaleLinear } from '@visx/scale';
import { AreaStack } from '@visx/shape';
import {
  type PointerEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type ArrivalsStep, STEP_MS, ticksOf } from './arrivals.ts';

const HEIGHT = 210;
const TOP = 10;
const BOTTOM = 28;
const START = 48;
const END = 14;
const TICK_WIDTH = 72;

/** What is drawn: in each step, one count on top of the other. */
export interface Steps {
  /** Consecutive, without gaps. */
  readonly steps: readonly ArrivalsStep[];
  /** Whether the last is incomplete. */
  readonly isRunning: boolean;
  /** The pattern of each count, from 1. */
  readonly areas: readonly number[];
  /** A line across, such as how many may be inside. */
  readonly limit?: number | null;
}

export interface AxisTexts {
  readonly number: (value: number) => string;
  /** The time of day of milliseconds since the epoch. */
  readonly time: (millis: number) => string;
  /** How far its clock is ahead of UTC then, in milliseconds. */
  readonly offsetAt: (millis: number) => number;
}

interface Props extends Steps {
  /** Prefix of the patterns' ids. */
  readonly patterns: string;
  readonly pointed: number | null;
  readonly point: (step: number | null) => void;
  readonly texts: AxisTexts;
}

/** Areas over time, as wide as there is room. Who cannot see them has the table behind them. */
export function SteppedAreas(props: Props): ReactElement {
  const { ref, width } = useWidth<HTMLDivElement>();
  return (
    <div ref={ref} className={styles['room']} aria-hidden="true">
      {width > START + END && <Drawing {...props} width={width} />}
    </div>
  );
}

interface DrawingProps extends Props {
  readonly width: number;
}

function Drawing({
  steps,
  isRunning,
  areas,
  limit = null,
  width,
  patterns,
  pointed,
  point,
  texts,
}: DrawingProps): ReactElement {
  const begin = steps[0]?.from ?? 0;
  const end = (steps.at(-1)?.from ?? 0) + STEP_MS;
  const across = scaleLinear<number>({ domain: [begin, end], range: [START, width - END] });
  const highest = Math.max(4, limit ?? 0, ...steps.map(({ total }) => total));
  const up = scaleLinear<number>({
    domain: [0, highest],
    range: [HEIGHT - BOTTOM, TOP],
    nice: 4,
  });
  const widthOfStep = across(begin + STEP_MS) - across(begin);
  const last = steps.at(-1);
  // A step is as wide as its duration, so the end of the last one is drawn too.
  const drawn = last === undefined ? [] : [...steps, { ...last, from: end }];
  const follow = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const moment = across.invert(clientX - currentTarget.getBoundingClientRect().left);
    const step = Math.floor((moment - begin) / STEP_MS);
    point(step >= 0 && step < steps.length ? step : null);
  };
  return (
    <svg
      className={styles['drawing']}
      width={width}
      height={HEIGHT}
      onPointerMove={follow}
      onPointerLeave={() => point(null)}
    >
      <Patterns id={patterns} />
      <CountAxis up={up} width={width} texts={texts} />
      {pointed !== null && (
        <rect
          className={styles['pointed']}
          x={across(begin + pointed * STEP_MS)}
          y={TOP}
          width={Math.max(2, widthOfStep)}
          height={HEIGHT - BOTTOM - TOP}
        />
      )}
      <AreaStack<ArrivalsStep, number>
        keys={areas.map((_, index) => index)}
        data={drawn}
        value={({ counts }, index) => counts[index] ?? 0}
        x={({ data }) => across(data.from)}
        y0={([low]) => up(low)}
        y1={([, high]) => up(high)}
        curve={curveStepAfter}
      >
        {({ stacks, path }) =>
          stacks.map((stack) => (
            <path
              key={stack.key}
              className={styles['area']}
              d={path(stack) ?? ''}
              fill={`url(#${patterns}-${areas[stack.key]})`}
            />
          ))
        }
      </AreaStack>
      {isRunning && (
        <rect
          className={styles['running']}
          x={across(end - STEP_MS)}
          y={TOP}
          width={widthOfStep}
          height={HEIGHT - BOTTOM - TOP}
        />
      )}
      {limit !== null &&
        (['limitGround', 'limit'] as const).map((name) => (
          <path key={name} className={styles[name]} d={`M${START} ${up(limit)}H${width - END}`} />
        ))}
      <TimeAxis steps={steps} across={across} most={mostTicks(width)} texts={texts} />
    </svg>
  );
}

function CountAxis({
  up,
  width,
  texts,
}: Pick<DrawingProps, 'width' | 'texts'> & {
  readonly up: ReturnType<typeof scaleLinear<number>>;
}): ReactElement[] {
  return up.ticks(4).map((count) => (
    <g key={count}>
      <line className={styles['rule']} x1={START} x2={width - END} y1={up(count)} y2={up(count)} />
      <text className={styles['count']} x={START - 10} y={up(count)} dy="0.35em">
        {texts.number(count)}
      </text>
    </g>
  ));
}

interface TimeAxisProps extends Pick<DrawingProps, 'texts'> {
  readonly steps: readonly ArrivalsStep[];
  readonly across: (millis: number) => number;
  /** How many times there is room for. */
  readonly most: number;
}

function TimeAxis({ steps, across, most, texts }: TimeAxisProps): ReactElement[] {
  return ticksOf(steps, most, texts.offsetAt).map((moment) => (
    <g key={moment}>
      <line
        className={styles['tick']}
        x1={across(moment)}
        x2={across(moment)}
        y1={HEIGHT - BOTTOM}
        y2={HEIGHT - BOTTOM + 5}
      />
      <text className={styles['time']} x={across(moment)} y={HEIGHT - 5}>
        {texts.time(moment)}
      </text>
    </g>
  ));
}

function mostTicks(width: number): number {
  return Math.max(1, Math.floor((width - START) / TICK_WIDTH));
}

/** Plain, stripes one way, dots, stripes the other way, a grid, horizontal lines: areas can be told apart without colour. */
const marks: readonly ReactElement[] = [
  <g key="plain" />,
  <path key="stripes" d="M-2 10 10-2M-2 2 2-2M6 10 10 6" />,
  <g key="dots">
    <circle cx="2" cy="2" r="0.9" />
    <circle cx="6" cy="6" r="0.9" />
  </g>,
  <path key="other stripes" d="M-2-2 10 10M6-2 10 2M-2 6 2 10" />,
  <path key="grid" d="M0 4H8M4 0V8" />,
  <path key="level" d="M0 2H8M0 6H8" />,
];

/** The pattern that no count by itself has. */
export const LAST_AREA = marks.length;

function Patterns({ id }: { readonly id: string }): ReactElement {
  return (
    <defs>
      {marks.map((mark, area) => (
        <pattern
          key={mark.key}
          id={`${id}-${area + 1}`}
          className={styles[`pattern${area + 1}`]}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
        >
          <rect width="8" height="8" className={styles['ground']} />
          <g className={styles['mark']}>{mark}</g>
        </pattern>
      ))}
    </defs>
  );
}

/** The current width of an element in CSS pixels; zero until measured. */
function useWidth<E extends HTMLElement>(): {
  readonly ref: RefObject<E | null>;
  readonly width: number;
} {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/** An area's pattern, in a legend. */
export function Swatch({
  patterns,
  area,
}: {
  readonly patterns: string;
  readonly area: number;
}): ReactElement {
  return (
    <svg className={styles['swatch']} viewBox="0 0 20 14" aria-hidden="true">
      <rect width="20" height="14" rx="3" fill={`url(#${patterns}-${area})`} />
    </svg>
  );
}
