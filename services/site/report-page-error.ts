import type { reportPageError as contract } from '#contracts/site/page-errors.ts';
import type { Handler } from '#services/deps.ts';
import { pageErrors } from './page-error-metrics.ts';

/** Logs and counts that a part of a page stopped working. */
export const reportPageError: Handler<typeof contract> = async ({ body, userAgent }, { log }) => {
  pageErrors.inc();
  log.warn({ ...body, userAgent: userAgent?.slice(0, 200) }, 'a part of a page stopped working');
  return { message: 'Thank you.' };
};
