import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** Longest texts of a report, in characters. */
export const pageErrorLimits = { page: 200, name: 60, release: 40 } as const;

const unknown = 'This report cannot be read.';
// These texts reach the log.
const name = (pattern: RegExp, max: number = pageErrorLimits.name) =>
  z.string(unknown).check(z.maxLength(max, unknown), z.regex(pattern, unknown));

export const reportPageError = endpoint('POST', '/page-errors', 'public', {
  summary: 'Report that a part of a page stopped working; counted and logged, not stored',
  limit: 'pageErrors',
  maxBodyBytes: 2_048,
  body: z.object({
    /** Path of the page, without query. */
    page: name(/^\/[\w./~%-]*$/, pageErrorLimits.page),
    component: name(/^\w*$/),
    /** Name of the error, such as `NotFoundError`, without its message. */
    error: name(/^\w+$/),
    /** The build of the page. */
    release: name(/^\w*$/, pageErrorLimits.release),
  }),
});
