import { OPERATORS } from '#services/cases/audit-log.ts';
import { importUploadJob } from '#services/catalogue/catalogue.jobs.ts';
import { importUpload, storeUpload } from '#services/catalogue/import/import-upload.ts';
import { checkLinks } from '#services/catalogue/links/check-links.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { describeError } from '#services/platform/describe-error.ts';
import type { Handlers } from '../runtime/handler.ts';

export const catalogueHandlers = {
  /** Imports an uploaded file; the last failed attempt is shown at the desk. */
  'catalogue.import': async ({ id }, { attempt, deps }) => {
    try {
      await importUpload(deps, id);
    } catch (error) {
      if (attempt >= importUploadJob.attempts)
        await storeUpload(deps.db, id, { status: 'failed', failure: describeError(error) });
      throw error;
    }
  },

  /** Checks links of courses, and refreshes open desks when an operator asked for one. */
  'catalogue.check-links': async ({ courseId }, { deps: { db, config, log } }) => {
    const { linkCheckHosts: hosts, publicUrl, brand } = config;
    const checked = await checkLinks(db, { hosts, brandName: brand.name, publicUrl, courseId });
    if (checked > 0) log.info({ checked }, 'Checked links of courses');
    if (courseId) await inTransaction(db, async (manager) => publishChange(manager, OPERATORS));
  },
} satisfies Handlers;
