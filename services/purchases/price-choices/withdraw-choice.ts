import type { EntityManager } from 'typeorm';
import { updateReturning } from '#services/platform/database/sql.ts';
import { type PriceChoice, PriceChoiceEntity } from './price-choice.entity.ts';

/** Closes the question of a purchase that needs no answer any more. Returns whether one was waiting. */
export async function withdrawChoice(manager: EntityManager, purchaseId: string): Promise<boolean> {
  const closed = await updateReturning<PriceChoice>(manager, PriceChoiceEntity, {
    change: `status = 'withdrawn', answered_at = now()`,
    condition: `r.purchase_id = $1 AND r.status = 'waiting'`,
    values: [purchaseId],
  });
  return closed.length > 0;
}
