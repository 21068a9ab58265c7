import type { createPledge as createPledgeContract } from '#contracts/funding/pledge-form.ts';
import type * as contracts from '#contracts/funding/pledges.ts';
import { canPledgeBecome, type PledgeResponse } from '#contracts/funding/pledges.ts';
import { toMajor, toMinor } from '#contracts/money.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { rejectUnsupportedCurrency } from '#services/requests/request-fields.ts';
import { type Pledge, PledgeEntity } from './funding.entity.ts';

/**
 * Stores a pledge to a group and enqueues the confirmation mail. Nothing is charged. @throws HttpError 422 for a
 * currency that cannot be charged.
 */
export const createPledge: Handler<typeof createPledgeContract> = async (
  { body, caller },
  { config, db },
) => {
  rejectUnsupportedCurrency(body.currency, 'currency', config);
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

const maxPledges = 200;

/** Lists the caller's pledges, newest first, withdrawn ones included, at most 200. */
export const listPledges: Handler<typeof contracts.listPledges> = async ({ caller }, { db }) => {
  const pledges = await db
    .getRepository(PledgeEntity)
    .find({ where: { sponsorId: caller.id }, order: { createdAt: 'DESC', id: 'ASC' }, take: maxPledges });
  return { message: 'Your pledges', data: pledges.map(presentPledge) };
};

/** Withdraws a pledge; idempotent. @throws HttpError 409 once the pledge was allotted to learners. */
export const withdrawPledge: Handler<typeof contracts.withdrawPledge> = async (
  { params, caller },
  { db },
) => {
  await inTransaction(db, async (manager) => {
    const pledge = await lockRow(manager, PledgeEntity, { id: params.id, sponsorId: caller.id });
    if (!pledge) throw notFound('This pledge is not there.');
    if (pledge.status === 'withdrawn') return;
    if (!canPledgeBecome(pledge.status, 'withdrawn')) {
      throw conflict('This pledge has already been given to learners. Please write to us.');
    }
    await manager.update(PledgeEntity, pledge.id, {
      status: 'withdrawn',
      withdrawnAt: () => 'now()',
    });
    publishChange(manager, caller.id);
  });
  return { message: 'Your pledge is withdrawn.' };
};

/** Maps a pledge to the wire format. */
function presentPledge(pledge: Pledge): PledgeResponse {
  return {
    _id: pledge.id,
    amount: toMajor(pledge.amountMinor),
    currency: pledge.currency,
    targetGroup: pledge.targetGroup,
    note: pledge.note,
    status: pledge.status,
    createdAt: pledge.createdAt.toISOString(),
    withdrawnAt: pledge.withdrawnAt?.toISOString() ?? null,
  };
}
