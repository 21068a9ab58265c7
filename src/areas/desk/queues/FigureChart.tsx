import { type PointerEvent, useId } from 'react';
import { type ChartPoint, namedTimes, recordedRuns, type Tick, timeOfDay } from './chart-scale.ts';
import { historyCopy as copy } from './queue-history.copy.ts';
import styles from './queue-history.module.css';

const size = { width: 320, height: 122 };
const plot = { left: 40, right: 314, top: 8, bottom: 100 };

interface FigureChartProps {
  title: string;
  /** Of the whole chart, for those who do not see it. */
  label: string;
  span: 'hour' | 'day';
  /** Oldest first, the last one is now. */
  points: readonly ChartPoint[];
  ticks: readonly Tick[];
  format: (value: number) => string;
  /** Index of the point whose value is shown. */
  shown: number;
  isWarning?: boolean;
  onShow: (index: number | undefined) => void;
}

/** Line chart of one figure over time, and its value at one time. */
export function FigureChart(props: FigureChartProps) {
  const { title, label, span, points, ticks, format, shown, isWarning, onShow } = props;
  const id = useId();
  const top = ticks.at(-1)?.value ?? 1;
  const last = points.length - 1;
  const x = (index: number) => plot.left + (index / Math.max(1, last)) * (plot.right - plot.left);
  const y = (value: number) => plot.bottom - (value / top) * (plot.bottom - plot.top);
  const place = (index: number) => `${round(x(index))} ${round(y(points[index]?.value ?? 0))}`;
  const point = points[shown];
  const show = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const inPicture = ((clientX - left) / width) * size.width;
    const index = Math.round(((inPicture - plot.left) / (plot.right - plot.left)) * last);
    onShow(Math.min(last, Math.max(0, index)));
  };
  return (
    <div className={isWarning ? `${styles.panel} ${styles.warning}` : styles.panel}>
      <h3>
        <span>{title}</span>
        <strong>{typeof point?.value === 'number' ? format(point.value) : copy.noFigure}</strong>
      </h3>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-desc`}
        onPointerDown={show}
        onPointerMove={show}
        onPointerLeave={() => onShow(undefined)}
      >
        <title id={`${id}-title`}>{label}</title>
        <desc id={`${id}-desc`}>{summaryOf(points, format)}</desc>
        {ticks.map(({ value, text }) => (
          <g key={value}>
            <line className={styles.grid} x1={plot.left} x2={plot.right} y1={y(value)} y2={y(value)} />
            <text x={plot.left - 6} y={y(value) + 4} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {namedTimes(points, span).map((index) => (
          <g key={index}>
            <line className={styles.grid} x1={x(index)} x2={x(index)} y1={plot.bottom} y2={plot.bottom + 4} />
            <text x={x(index)} y={plot.bottom + 17} textAnchor="middle">
              {points[index] && timeOfDay(points[index].at)}
            </text>
          </g>
        ))}
        {recordedRuns(points).map((run) => {
          const [first = 0] = run;
          const end = run.at(-1) ?? first;
          const line = run.map(place).join(' L ');
          return (
            <g key={first}>
              <path
                className={styles.area}
                d={`M ${round(x(first))} ${plot.bottom} L ${line} L ${round(x(end))} ${plot.bottom} Z`}
              />
              {/* A run of one point has a line without length, which its round cap shows. */}
              <path className={styles.line} d={`M ${line} L ${place(end)}`} />
            </g>
          );
        })}
        {point && (
          <g>
            <line className={styles.cursor} x1={x(shown)} x2={x(shown)} y1={plot.top} y2={plot.bottom} />
            {point.value !== null && (
              <circle className={styles.dot} cx={x(shown)} cy={y(point.value)} r="4" />
            )}
          </g>
        )}
      </svg>
    </div>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

function summaryOf(points: readonly ChartPoint[], format: (value: number) => string): string {
  const [most] = points
    .flatMap(({ at, value }) => (value === null ? [] : { at, value }))
    .sort((a, b) => b.value - a.value);
  const latest = points.at(-1)?.value;
  if (!most || typeof latest !== 'number') return copy.noSummary;
  return copy.summary(format(most.value), timeOfDay(most.at), format(latest));
}
