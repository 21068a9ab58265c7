import type { viewCertificate as contract } from '#contracts/enrolments/enrolments.ts';
import { isSuspended } from '#services/accounts/is-suspended.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { type DocumentRow, showDocument } from '#services/platform/documents/show-document.ts';
import { notFound } from '#services/platform/errors.ts';

/**
 * Serves a certificate to its learner, and to the sponsor who paid for the course while the learner allows it and is not
 * suspended.
 */
export const viewCertificate: Handler<typeof contract> = async ({ params, caller }, deps) => {
  const certificate = await row<DocumentRow>(
    deps.db,
    `SELECT c.content_type AS "contentType", c.data, c.object_key AS "objectKey"
     FROM certificates c JOIN enrolments e ON e.id = c.enrolment_id
     WHERE e.id = $1 AND (e.user_id = $2 OR c.is_shared AND NOT ${isSuspended('e.user_id')} AND EXISTS (
       SELECT 1 FROM sponsoring_payments p WHERE p.request_id = e.request_id AND p.payer_id = $2))`,
    [params.id, caller.id],
  );
  if (!certificate) throw notFound('There is no such certificate.');
  return showDocument(deps, certificate, 'certificate');
};
