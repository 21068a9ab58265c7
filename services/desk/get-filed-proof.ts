import type { getFiledProof as contract } from '#contracts/desk/desk-proofs.ts';
import type { Handler } from '#services/deps.ts';
import { row } from '#services/platform/database/sql.ts';
import { type DocumentRow, showDocument } from '#services/platform/documents/show-document.ts';
import { notFound } from '#services/platform/errors.ts';
import { isFiled } from '#services/purchases/find-filed-proof.ts';

/** Serves the proof that a case of a purchase is to check to operators. @throws HttpError 404 when there is none. */
export const getFiledProof: Handler<typeof contract> = async ({ params }, deps) => {
  const proof = await row<DocumentRow>(
    deps.db,
    `SELECT f.content_type AS "contentType", f.data, f.object_key AS "objectKey" FROM cases c
     JOIN purchases u ON c.subject_type = 'purchase' AND u.id::text = c.subject_id
     JOIN proofs f ON ${isFiled} WHERE c.id = $1`,
    [params.id],
  );
  if (!proof) throw notFound('There is no proof to check.');
  return showDocument(deps, proof, 'proof-of-enrolment');
};
