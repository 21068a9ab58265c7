import type { DataSource } from 'typeorm';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { isSuspended } from '#services/accounts/is-suspended.ts';
import { rows } from '#services/platform/database/sql.ts';
import { isFiled } from '#services/purchases/find-filed-proof.ts';

type Documents = Pick<SponsoredRequest, 'hasProof' | 'isProofFiled' | 'certificateId'>;

/** Returns, by request, what the sponsor who paid may view: the proof, and the certificate if the learner shares it. */
export async function findDocuments(db: DataSource, requestIds: string[]): Promise<Map<string, Documents>> {
  const found = await rows<Documents & { id: string }>(
    db,
    `SELECT r.id, c.enrolment_id AS "certificateId",
       r.status IN ('enrolled', 'completed') AND EXISTS (
         SELECT 1 FROM proofs f WHERE f.request_id = r.id) AS "hasProof",
       r.status = 'paid' AND EXISTS (
         SELECT 1 FROM purchases u JOIN payments p ON p.id = u.payment_id AND p.status = 'approved'
         JOIN proofs f ON ${isFiled} WHERE u.request_id = r.id) AS "isProofFiled"
     FROM requests r
       LEFT JOIN enrolments e ON e.request_id = r.id
       LEFT JOIN certificates c ON c.enrolment_id = e.id AND c.is_shared AND NOT ${isSuspended('r.learner_id')}
     WHERE r.id = ANY($1::uuid[])`,
    [requestIds],
  );
  return new Map(found.map(({ id, ...documents }) => [id, documents]));
}
