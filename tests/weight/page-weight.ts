import type { WeightLimit } from './weight-limits.ts';

/** Resource types of a page; `other` includes data and manifests. */
export const parts = ['html', 'css', 'js', 'fonts', 'images', 'other'] as const;
/** One of {@link parts}. */
export type Part = (typeof parts)[number];

/** Transferred bytes by resource type. */
export type PageWeight = Record<Part, number>;

/** Returns a weight of 0 bytes. */
export function emptyWeight(): PageWeight {
  return { html: 0, css: 0, js: 0, fonts: 0, images: 0, other: 0 };
}

/** Returns the sum in bytes. */
export function totalOf(weight: PageWeight): number {
  return parts.reduce((sum, part) => sum + weight[part], 0);
}

/** What a page transfers at its first view, and in how many requests; `returnBytes` are those of a later visit. */
interface MeasuredPage {
  weight: PageWeight;
  requests: number;
  returnBytes?: number | undefined;
}

/** Returns one message for each exceeded limit. */
export function describeExcess(
  path: string,
  { weight, requests, returnBytes = 0 }: MeasuredPage,
  limit: WeightLimit,
): string[] {
  const total = totalOf(weight);
  const { returnBytes: mostAgain = Number.POSITIVE_INFINITY } = limit;
  return [
    ...(weight.html === 0 ? [`${path} could not be loaded`] : []),
    ...(weight.js > limit.scriptBytes
      ? [`${path} has ${weight.js} bytes of scripts, over ${limit.scriptBytes}`]
      : []),
    ...(total > limit.totalBytes ? [`${path} weighs ${total} bytes, over ${limit.totalBytes}`] : []),
    ...(requests > limit.requests ? [`${path} makes ${requests} requests, over ${limit.requests}`] : []),
    ...(returnBytes > mostAgain
      ? [`${path} transfers ${returnBytes} bytes at a later visit, over ${mostAgain}`]
      : []),
  ];
}
