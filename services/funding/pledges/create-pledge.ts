import type { createPledge as contract } from '#contracts/funding/pledge-form.ts';
import { toMinor } from '#contracts/money.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { invalid } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { PledgeEntity } from './pledge.entity.ts';
import { presentPledge } from './present-pledge.ts';

/**
 * Stores a pledge to a group and enqueues the confirmation mail. Nothing is charged. @throws HttpError 422 for a
 * currency that cannot be charged.
 */
export const createPledge: Handler<typeof contract> = async ({ body, caller }, { config, db }) => {
  if (!config.payment.currencies.includes(body.currency)) {
    const message = `Payments in ${body.currency} are not possible right now. Please choose another currency.`;
    throw invalid(message, { currency: message });
  }
  const pledge = await inTransaction(db, async (manager) => {
    const { identifiers } = await manager.insert(PledgeEntity, {
      sponsorId: caller.id,
      amountMinor: toMinor(body.amount),
      currency: body.currency,
      targetGroup: body.targetGroup,
      note: body.note || null,
    });
    const id: string = identifiers[0]?.id;
    publishChange(manager, caller.id);
    await enqueue(manager, deliverMail, { mail: 'pledge-received', id });
    return manager.findOneByOrFail(PledgeEntity, { id });
  });
  return { message: 'Group sponsorship submitted!', data: presentPledge(pledge) };
};
