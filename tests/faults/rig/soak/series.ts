import { hourMs } from '#contracts/durations.ts';

/** One reading of everything that is watched; undefined where it could not be read, as while a process starts. */
export interface UseSample {
  atMs: number;
  values: Record<string, number | undefined>;
}

/** The units of values, with the growth over half a run that counts as flat whatever its mean. */
const units = {
  MB: 15,
  kB: 2_000,
  descriptors: 6,
  connections: 6,
  rows: 60,
  jobs: 30,
  keys: 60,
} as const;
export type Unit = keyof typeof units;

/** Something whose use is watched. `isBounded` is false where it grows with the load by design, as payments do. */
export interface Series {
  name: string;
  unit: Unit;
  isBounded: boolean;
}

/** A series with what its second half shows. */
export interface JudgedSeries extends Series {
  /** Mean of the second half. */
  mean: number;
  /** Of the least-squares line through the second half, per hour. */
  slopePerHour: number;
  trend: 'flat' | 'grows' | 'by load';
}

/** Growth over the second half that counts as flat, as a share of its mean. */
const flatShare = 0.1;

/** Judges each series by the second half of the samples: the first one fills pools and heaps. */
export function judge(series: readonly Series[], samples: readonly UseSample[]): JudgedSeries[] {
  const fromMs = ((samples[0]?.atMs ?? 0) + (samples.at(-1)?.atMs ?? 0)) / 2;
  return series.map((curve) => {
    const points = samples.flatMap(({ atMs, values }) => {
      const value = values[curve.name];
      return atMs < fromMs || value === undefined ? [] : [{ hours: (atMs - fromMs) / hourMs, value }];
    });
    const mean = meanOf(points.map(({ value }) => value));
    const slopePerHour = slopeOf(points);
    const growth = slopePerHour * (points.at(-1)?.hours ?? 0);
    const isFlat = growth <= Math.max(units[curve.unit], flatShare * mean);
    return { ...curve, mean, slopePerHour, trend: curve.isBounded ? (isFlat ? 'flat' : 'grows') : 'by load' };
  });
}

const meanOf = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function slopeOf(points: readonly { hours: number; value: number }[]): number {
  const x = meanOf(points.map(({ hours }) => hours));
  const y = meanOf(points.map(({ value }) => value));
  const variance = meanOf(points.map(({ hours }) => (hours - x) ** 2));
  return variance === 0 ? 0 : meanOf(points.map(({ hours, value }) => (hours - x) * (value - y))) / variance;
}
