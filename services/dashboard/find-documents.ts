import type { DataSource } from 'typeorm';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import type { PurchaseStatus } from '#contracts/purchases/purchase-status.ts';
import { isSuspended } from '#services/accounts/sessions/find-session.ts';
import { rows } from '#services/platform/database/sql.ts';
import { isFiled, proofObstacle } from '#services/purchases/filed-proofs.ts';

/** Documents that the sponsor who paid may view or add. */
export type Documents = Pick<
  SponsoredRequest,
  'hasProof' | 'isProofFiled' | 'canAddProof' | 'proofRejection' | 'certificateId'
>;

interface Row extends Omit<Documents, 'canAddProof'> {
  id: string;
  /** Of a paid request. */
  purchaseStatus: PurchaseStatus | null;
}

/**
 * Returns, by request, whether the sponsor who paid may view the proof and the certificate if the learner shares it, and whether
 * a proof can be added.
 */
export async function findDocuments(db: DataSource, requestIds: string[]): Promise<Map<string, Documents>> {
  const documents = await rows<Row>(
    db,
    `SELECT r.id, c.enrolment_id AS "certificateId",
       r.status IN ('enrolled', 'completed') AND EXISTS (
         SELECT 1 FROM proofs f WHERE f.request_id = r.id) AS "hasProof",
       u.status AS "purchaseStatus", CASE WHEN u.bought_at IS NULL THEN u.proof_rejection END AS "proofRejection",
       u.id IS NOT NULL AND EXISTS (SELECT 1 FROM proofs f WHERE ${isFiled}) AS "isProofFiled"
     FROM requests r
       LEFT JOIN (purchases u JOIN payments p ON p.id = u.payment_id AND p.status = 'approved')
         ON u.request_id = r.id AND r.status = 'paid'
       LEFT JOIN enrolments e ON e.request_id = r.id
       LEFT JOIN certificates c ON c.enrolment_id = e.id AND c.is_shared AND NOT ${isSuspended('r.learner_id')}
     WHERE r.id = ANY($1::uuid[])`,
    [requestIds],
  );
  return new Map(
    documents.map(({ id, purchaseStatus, proofRejection, ...shown }) => {
      const canAddProof = proofObstacle(purchaseStatus ?? undefined, shown.isProofFiled) === undefined;
      return [id, { ...shown, canAddProof, proofRejection: canAddProof ? proofRejection : null }];
    }),
  );
}
