import { stripStoredDocuments as strip } from '#services/privacy/stored-documents/strip-stored-documents.ts';
import type { Handler } from '../runtime/handler.ts';

/** Removes the metadata of some PDFs that were stored with it. */
export const stripStoredDocuments: Handler<object> = async (_payload, { deps }) => {
  const done = await strip(deps);
  if (done.rewritten + done.problems > 0) deps.log.info(done, 'Removed the metadata of stored PDFs');
};
