import type { DataSource } from 'typeorm';
import { type DisputeEvidence, DisputeEvidenceEntity } from '#services/disputes/dispute.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { type FileDeps, fileStore } from '#services/platform/files/file-store.ts';
import { collectEvidence } from './collect-evidence.ts';
import { renderEvidence } from './render-evidence.ts';

interface EvidenceDeps extends FileDeps {
  config: FileDeps['config'] & Pick<Config, 'brand'>;
}

/** Returns the evidence that a dispute is fought with; null while none is stored. */
export const findSentEvidence = (db: DataSource, disputeId: string): Promise<DisputeEvidence | null> =>
  db.getRepository(DisputeEvidenceEntity).findOneBy({ disputeId });

/**
 * Returns the evidence to send, which is drafted once and stored before it is sent: another attempt sends the same, and operators
 * read the same afterwards.
 */
export async function storeEvidence(
  deps: EvidenceDeps,
  disputeId: string,
): Promise<Pick<DisputeEvidence, 'serviceDetails' | 'deliveredAt'> & { file: Buffer }> {
  const evidence = (await findSentEvidence(deps.db, disputeId)) ?? (await draftEvidence(deps, disputeId));
  return { ...evidence, file: await fileStore(deps).get(evidence) };
}

async function draftEvidence(deps: EvidenceDeps, disputeId: string): Promise<DisputeEvidence> {
  const { db, config } = deps;
  const evidence = await collectEvidence(deps, disputeId);
  const { serviceDetails, deliveredAt, draftedAt: createdAt } = evidence;
  const file = await fileStore(deps).put(await renderEvidence(evidence, config.brand));
  const facts = { serviceDetails, deliveredAt, createdAt };
  await insertOnce(db, DisputeEvidenceEntity, {
    disputeId,
    contentType: 'application/pdf',
    ...file,
    ...facts,
  });
  // Of two attempts at once, the first one's counts.
  return db.getRepository(DisputeEvidenceEntity).findOneByOrFail({ disputeId });
}
