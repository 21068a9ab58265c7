import { useId } from 'react';
import type { Impact } from '#contracts/dashboard/sponsored.ts';
import { reader } from '../../../browser/reader.ts';
import { axisTicks } from '../../../ui/axis-ticks.ts';
import styles from './impact.module.css';
import { sponsoredCopy } from './sponsored.copy.ts';

const copy = sponsoredCopy.impact;

const size = { width: 300, height: 148 };
const plot = { left: 26, right: 296, top: 10, bottom: 116 };
const barShare = 0.62;

// For each render, because the reader of a server changes.
const monthFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(reader.locale, { ...options, timeZone: 'UTC' });

/** Returns the name of a month such as `2026-11`. */
export function monthName(month: string): string {
  return monthFormat({ month: 'long', year: 'numeric' }).format(new Date(month));
}

interface ImpactChartProps {
  label: string;
  months: readonly ImpactMonth[];
  /** Maximum over all charts shown together, which share one scale. */
  most: number;
}

/** Bar chart by month: the solid part is completed, the hatched part is not completed yet. */
export function ImpactChart({ label, months, most }: ImpactChartProps) {
  const id = useId();
  const scale = axisTicks(most);
  const top = scale.at(-1) ?? 1;
  const y = (count: number) => plot.bottom - (count / top) * (plot.bottom - plot.top);
  const slot = (plot.right - plot.left) / months.length;
  // The labels of two years would overlap.
  const startsLate = months.slice(1, 3).some(({ month }) => month.endsWith('-01'));
  return (
    <svg className={styles.chart} viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      <defs>
        <pattern
          id={`${id}-going`}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="5" height="5" className={styles.goingGround} />
          <rect width="2" height="5" className={styles.goingLine} />
        </pattern>
      </defs>
      {scale.map((count) => (
        <g key={count}>
          <line className={styles.grid} x1={plot.left} x2={plot.right} y1={y(count)} y2={y(count)} />
          <text x={plot.left - 6} y={y(count) + 4} textAnchor="end">
            {count.toLocaleString(reader.locale)}
          </text>
        </g>
      ))}
      {months.map(({ month, funded, completed }, index) => {
        const x = plot.left + index * slot;
        const bar = { x: x + (slot * (1 - barShare)) / 2, width: slot * barShare };
        const isNamed = index === 0 ? !startsLate : month.endsWith('-01');
        return (
          <g key={month}>
            {funded > 0 && <title>{copy.bar(monthName(month), funded, completed)}</title>}
            <rect x={x} y={plot.top} width={slot} height={plot.bottom - plot.top} fill="transparent" />
            {funded > completed && (
              <rect
                className={styles.going}
                {...bar}
                y={y(funded)}
                height={y(completed) - y(funded)}
                fill={`url(#${id}-going)`}
              />
            )}
            {completed > 0 && (
              <rect className={styles.done} {...bar} y={y(completed)} height={plot.bottom - y(completed)} />
            )}
            <text x={x + slot / 2} y={plot.bottom + 14} textAnchor="middle">
              {monthFormat({ month: 'narrow' }).format(new Date(month))}
            </text>
            {isNamed && (
              <text className={styles.year} x={x + 2} y={plot.bottom + 28}>
                {month.slice(0, 4)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** One month of the chart (`2026-11`): courses funded in it, and how many of them are completed. */
export interface ImpactMonth {
  month: string;
  funded: number;
  completed: number;
}

const shownMonths = 12;

/** Returns the twelve months up to `now` of one currency, oldest first, including months without payments. */
export function monthlyImpact(months: Impact['months'], currency: string, now: Date): ImpactMonth[] {
  const own = new Map(months.filter((row) => row.currency === currency).map((row) => [row.month, row]));
  return Array.from({ length: shownMonths }, (_, index) => {
    const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - shownMonths + 1 + index);
    const month = new Date(start).toISOString().slice(0, 7);
    const { funded = 0, completed = 0 } = own.get(month) ?? {};
    return { month, funded, completed };
  });
}

/** Returns whether there are payments before the months of the chart. */
export function hasEarlierMonths(months: Impact['months'], now: Date): boolean {
  const [first] = monthlyImpact([], '', now);
  return months.some(({ month }) => first !== undefined && month < first.month);
}
