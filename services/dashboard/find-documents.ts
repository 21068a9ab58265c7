import type { DataSource } from 'typeorm';
import type { SponsoredRequest } from '#contracts/sponsored.ts';

type Documents = Pick<SponsoredRequest, 'hasProof' | 'certificateId'>;

/** Returns, by request, what the sponsor who paid may view: the proof, and the certificate if the learner shares it. */
export async function findDocuments(db: DataSource, requestIds: string[]): Promise<Map<string, Documents>> {
  const rows: (Documents & { id: string })[] = await db.query(
    `SELECT r.id, c.enrolment_id AS "certificateId",
       r.status IN ('enrolled', 'completed') AND EXISTS (
         SELECT 1 FROM proofs f WHERE f.request_id = r.id) AS "hasProof"
     FROM requests r
       LEFT JOIN enrolments e ON e.request_id = r.id
       LEFT JOIN certificates c ON c.enrolment_id = e.id AND c.is_shared
     WHERE r.id = ANY($1::uuid[])`,
    [requestIds],
  );
  return new Map(rows.map(({ id, ...documents }) => [id, documents]));
}
