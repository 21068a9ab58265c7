import type { Context, Side } from '../core/scenario.ts';
import { median } from '../core/statistics.ts';
import type { Sample } from './wrk.ts';

/** Measures product and floor in turn (A B A B …) after one round that is not counted. */
export async function interleave<Product, Floor>(
  context: Context,
  product: (round: number) => Promise<Product>,
  floor: (round: number) => Promise<Floor>,
): Promise<{ product: Product[]; floor: Floor[] }> {
  const samples: { product: Product[]; floor: Floor[] } = { product: [], floor: [] };
  for (let round = 0; round <= context.rounds; round += 1) {
    context.round(round, context.rounds);
    const [productSample, floorSample] = [await product(round), await floor(round)];
    // The first round warms up: connections, prepared statements, compiled code.
    if (round === 0) continue;
    samples.product.push(productSample);
    samples.floor.push(floorSample);
  }
  return samples;
}

/** Returns the ratio of a figure of product and floor in each round. */
export function ratiosOf(
  samples: { product: readonly Sample[]; floor: readonly Sample[] },
  figure: 'perSecond' | 'p50Ms' | 'p95Ms' | 'p99Ms' = 'perSecond',
): number[] {
  return samples.product.map(
    (sample, round) => sample[figure] / (samples.floor[round]?.[figure] ?? Number.NaN),
  );
}

/** Sums a process up over its rounds: medians, and all errors. */
export function sideOf(name: string, samples: readonly Sample[], rssMb?: number): Side {
  const medianOf = (figure: keyof Sample) => median(samples.map((sample) => sample[figure]));
  return {
    name,
    perSecond: medianOf('perSecond'),
    p50Ms: medianOf('p50Ms'),
    p95Ms: medianOf('p95Ms'),
    p99Ms: medianOf('p99Ms'),
    ...(rssMb !== undefined && { rssMb }),
    errors: samples.reduce((sum, { errors }) => sum + errors, 0),
  };
}
