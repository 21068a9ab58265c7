import type { viewProof as contract } from '#contracts/enrolments/proofs.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { type DocumentRow, showDocument } from '#services/platform/documents/show-document.ts';
import { notFound } from '#services/platform/errors.ts';

/**
 * Returns the proof of a request to its learner and the sponsor who paid once the learner is enrolled, before that to the
 * sponsor who added it. @throws HttpError 404 otherwise.
 */
export const viewProof: Handler<typeof contract> = async ({ params, caller }, deps) => {
  const proof = await row<DocumentRow>(
    deps.db,
    `SELECT f.content_type AS "contentType", f.data, f.object_key AS "objectKey"
     FROM proofs f JOIN requests r ON r.id = f.request_id
     CROSS JOIN LATERAL (SELECT r.status IN ('enrolled', 'completed') AS is_enrolled, EXISTS (
       SELECT 1 FROM sponsoring_payments p WHERE p.request_id = r.id AND p.payer_id = $2) AS is_payer) AS s
     WHERE r.id = $1 AND (s.is_enrolled AND (r.learner_id = $2 OR s.is_payer) OR s.is_payer AND f.added_by_id = $2)`,
    [params.id, caller.id],
  );
  if (!proof) throw notFound('There is no such proof.');
  return showDocument(deps, proof, 'proof-of-enrolment');
};
