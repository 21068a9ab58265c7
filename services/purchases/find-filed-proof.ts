import type { EntityManager } from 'typeorm';
import { type Proof, ProofEntity } from '#services/enrolments/proof.entity.ts';
import type { Purchase } from './purchase.entity.ts';

/** SQL: whether the proof `f` came for the purchase `u` and not for an earlier, refunded payment, and waits for operators. */
export const isFiled = 'f.request_id = u.request_id AND f.created_at >= u.created_at AND u.bought_at IS NULL';

/** Returns the proof of a purchase that waits for operators; undefined without one. See {@link isFiled}. */
export async function findFiledProof(
  manager: EntityManager,
  { requestId, createdAt, boughtAt }: Purchase,
): Promise<Proof | undefined> {
  const proof = await manager.findOneBy(ProofEntity, { requestId });
  return proof && proof.createdAt >= createdAt && boughtAt === null ? proof : undefined;
}
