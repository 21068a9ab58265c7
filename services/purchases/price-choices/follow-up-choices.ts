import type { DataSource, EntityManager } from 'typeorm';
import { lockRow, rows, updateReturning } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { lockPurchase } from '../lock-purchase.ts';
import { type PriceChoice, PriceChoiceEntity } from './price-choice.entity.ts';
import { returnMoney } from './return-money.ts';

// A payer who has begun to pay is given the time of the payment page, whose money would come too late otherwise.
const isOver = `c.status = 'waiting' AND c.due_at < now() AND NOT EXISTS (SELECT 1 FROM payments p
  WHERE p.price_choice_id = c.id AND p.status IN ('initiating', 'pending') AND p.created_at > now() - interval '1 hour')`;

/** Reminds payers two days before the last day to answer, and gives the money back after it. Idempotent. */
export async function followUpChoices(db: DataSource): Promise<{ asked: number; expired: number }> {
  const asked = await inTransaction(db, remindPayers);
  const over = await rows<{ id: string; purchaseId: string }>(
    db,
    `SELECT c.id, c.purchase_id AS "purchaseId" FROM price_choices c WHERE ${isOver} ORDER BY c.due_at LIMIT 500`,
  );
  for (const { id, purchaseId } of over)
    await inTransaction(db, async (manager) => {
      await lockPurchase(manager, purchaseId);
      const choice = await lockRow<PriceChoice>(manager, PriceChoiceEntity, { id });
      if (choice?.status !== 'waiting') return;
      await returnMoney(manager, choice, 'expired');
      await enqueue(manager, deliverMail, { mail: 'price-question-expired', id });
    });
  return { asked, expired: over.length };
}

async function remindPayers(manager: EntityManager): Promise<number> {
  const reminded = await updateReturning<PriceChoice>(manager, PriceChoiceEntity, {
    change: 'reminded_at = now()',
    condition: `r.status = 'waiting' AND r.reminded_at IS NULL AND r.due_at > now()
      AND r.due_at < now() + interval '2 days'`,
  });
  for (const { id } of reminded)
    await enqueue(manager, deliverMail, { mail: 'price-question', id, revision: 1 });
  return reminded.length;
}
