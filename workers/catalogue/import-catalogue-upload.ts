import { importUploadJob } from '#services/catalogue/catalogue.jobs.ts';
import { importUpload, storeUpload } from '#services/catalogue/import/import-upload.ts';
import { describeError } from '#services/platform/describe-error.ts';
import type { Handler } from '../runtime/handler.ts';

/** Imports an uploaded file; the last failed attempt is shown at the desk. */
export const importCatalogueUpload: Handler<{ id: string }> = async ({ id }, { attempt, deps }) => {
  try {
    await importUpload(deps, id);
  } catch (error) {
    if (attempt >= importUploadJob.attempts)
      await storeUpload(deps.db, id, { status: 'failed', failure: describeError(error) });
    throw error;
  }
};
