import type { DataSource } from 'typeorm';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import type { PurchaseStatus } from '#contracts/purchases/purchase-status.ts';
import { isSuspended } from '#services/accounts/is-suspended.ts';
import { rows } from '#services/platform/database/sql.ts';
import { isFiled } from '#services/purchases/find-filed-proof.ts';
import { proofObstacle } from '#services/purchases/proof-obstacle.ts';

/** What the sponsor who paid may view and add. */
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
 * Returns, by request, what the sponsor who paid may view, the proof and the certificate if the learner shares it, and whether
 * a proof can be added.
 */
export async function findDocuments(db: DataSource, requestIds: string[]): Promise<Map<string, Documents>> {
  const found = await rows<Row>(
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
    found.map(({ id, purchaseStatus, proofRejection, ...documents }) => {
      const canAddProof = proofObstacle(purchaseStatus ?? undefined, documents.isProofFiled) === undefined;
      return [id, { ...documents, canAddProof, proofRejection: canAddProof ? proofRejection : null }];
    }),
  );
}
