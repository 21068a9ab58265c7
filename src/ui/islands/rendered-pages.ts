import type { RenderedPage } from '../../browser/page-reads.ts';

/** The pages that are being rendered on demand from reads of a person, by their request. */
export const renderedPages = new WeakMap<Request, RenderedPage>();
