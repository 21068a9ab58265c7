import type { EntityManager } from 'typeorm';
import { toMajor } from '#contracts/money.ts';
import type {
  readRefundLink as readContract,
  sendRefundAccount as sendContract,
} from '#contracts/refunds/refunds.ts';
import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { type Payment, PaymentEntity } from '#services/payments/payment.entity.ts';
import { lockPayment } from '#services/payments/payments.ts';
import type { Config } from '#services/platform/config.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, forbidden, invalid, unavailable } from '#services/platform/errors.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { links } from '#services/platform/tokens/links.ts';
import { ProviderRejectedError, ProviderUnavailableError } from '#services/providers/provider-errors.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type Refund, RefundAccountEntity, RefundEntity } from './refund.entity.ts';
import { storeRefundAccount } from './refund-account.ts';
import { expectRefundAnswer } from './refund-cases.ts';
import { retryRefundJob } from './refunds.jobs.ts';

/** Returns the refund of a mail's link. Changes nothing, because mail scanners open links. */
export const readRefundLink: Handler<typeof readContract> = async ({ query, caller }, deps) => {
  const opened = await openLink(deps.db.manager, query.token, deps.config, caller);
  return { message: 'Your refund', data: await present(opened, deps) };
};

/** Stores the bank details of a payer encrypted and enqueues the retry of the refund. */
export const sendRefundAccount: Handler<typeof sendContract> = async ({ body, caller }, deps) => {
  const opened = await openLink(deps.db.manager, body.token, deps.config, caller);
  const { refund, payment, needsIdentity } = opened;
  if (needsIdentity) throw forbidden('Please confirm that it is you first: money goes to this account.');
  const banks = await banksOf(refund, deps);
  if (refund.status === 'needs_attention' && !banks.some(({ id }) => id === body.bankId))
    throw invalid('Please choose your bank from the list.', { bankId: 'Please choose your bank.' });
  const current = await inTransaction(deps.db, async (manager) => {
    await lockPayment(manager, payment.id);
    const locked = await lockRow(manager, RefundEntity, { id: refund.id });
    if (locked?.status !== 'needs_attention')
      throw conflict('This refund does not need your bank details any more.');
    const { bankId, accountNumber } = body;
    const account = { currency: refund.currency, bankId, accountNumber };
    await storeRefundAccount(manager, refund.id, account, deps.config);
    await enqueue(manager, retryRefundJob, { refundId: refund.id });
    await expectRefundAnswer(manager, payment.id, 'refund', 'The payer has sent bank details.');
    publishChange(manager, payment.payerId);
    return locked;
  });
  return {
    message: 'Thank you. We are sending your refund to this account.',
    data: await present({ ...opened, refund: current }, deps),
  };
};

/** @throws HttpError 422 for a link that is not valid, or that the dashboard of another person made. */
async function openLink(manager: EntityManager, token: string, config: Config, caller: Caller | undefined) {
  const link = await links.refund.verify(token, config);
  const refund = link && (await manager.findOneBy(RefundEntity, { id: link.sub }));
  const payment = refund && (await manager.findOneBy(PaymentEntity, { id: refund.paymentId }));
  const payer = payment && (await manager.findOneBy(UserEntity, { id: payment.payerId }));
  const isOfOther = link?.isOfDashboard && caller && caller.id !== payer?.id;
  if (!payer || addressHash(payer.email) !== link.to || isOfOther)
    throw invalid('This link does not work any more. Please open it from your dashboard.');
  return { refund, payment, needsIdentity: link.isOfDashboard === true && !caller?.isConfirmed };
}

interface OpenedLink {
  refund: Refund;
  payment: Payment;
  needsIdentity: boolean;
}

async function present({ refund, payment, needsIdentity }: OpenedLink, deps: Pick<Deps, 'db' | 'provider'>) {
  const request = await deps.db.getRepository(HelpRequestEntity).findOneByOrFail({ id: payment.requestId });
  const isSent = await deps.db.getRepository(RefundAccountEntity).existsBy({ refundId: refund.id });
  const needsAccount = refund.status === 'needs_attention' && !isSent;
  return {
    status: refund.status,
    amount: toMajor(refund.amountMinor),
    currency: refund.currency,
    courseTitle: request.courseTitle,
    reference: payment.reference,
    needsAccount,
    needsIdentity,
    banks: needsAccount ? await banksOf(refund, deps) : [],
  };
}

async function banksOf({ status, currency }: Refund, { provider }: Pick<Deps, 'provider'>) {
  if (status !== 'needs_attention') return [];
  return provider.listBanks(currency).catch((error: unknown) => {
    if (error instanceof ProviderUnavailableError)
      throw unavailable('We cannot read the list of banks right now. Please try again in a moment.', 5);
    if (error instanceof ProviderRejectedError) return [];
    throw error;
  });
}
