import type { WeightLimit } from './weight-limits.ts';

/** What a page is made of; `other` is data, manifests and the like. */
export const parts = ['html', 'css', 'js', 'fonts', 'images', 'other'] as const;
/** One of {@link parts}. */
export type Part = (typeof parts)[number];

/** Bytes by part, as they are sent. */
export type PageWeight = Record<Part, number>;

/** A page that weighs nothing yet. */
export function emptyWeight(): PageWeight {
  return { html: 0, css: 0, js: 0, fonts: 0, images: 0, other: 0 };
}

/** All parts together, in bytes. */
export function totalOf(weight: PageWeight): number {
  return parts.reduce((sum, part) => sum + weight[part], 0);
}

/** What is over the limit, one line each. */
export function describeExcess(path: string, weight: PageWeight, limit: WeightLimit): string[] {
  const total = totalOf(weight);
  return [
    ...(weight.html === 0 ? [`${path} was not there to be weighed`] : []),
    ...(weight.js > limit.scriptBytes
      ? [`${path} has ${weight.js} bytes of scripts, over ${limit.scriptBytes}`]
      : []),
    ...(total > limit.totalBytes ? [`${path} weighs ${total} bytes, over ${limit.totalBytes}`] : []),
  ];
}
