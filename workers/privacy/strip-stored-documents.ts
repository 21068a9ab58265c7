import { stripStoredDocuments as strip } from '#services/privacy/stored-documents/strip-stored-documents.ts';
import type { Handler } from '../runtime/handler.ts';

/** Removes the metadata of some PDFs that were stored with it. */
export const stripStoredDocuments: Handler<object> = async (_payload, { deps: { db, log } }) => {
  const done = await strip(db);
  if (done.rewritten + done.problems > 0) log.info(done, 'Removed the metadata of stored PDFs');
};
