import type { EntityManager } from 'typeorm';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Deps } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { databaseNow } from '#services/platform/database/database-now.ts';
import { inTransaction, notifyAfterCommit } from '#services/platform/database/transaction.ts';
import { invalid, unavailable } from '#services/platform/errors.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type Payment, PaymentEntity, type PaymentStatus } from './payment.entity.ts';
import {
  ProviderRejectedError,
  ProviderUnavailableError,
  type StartedTransaction,
} from './payment-provider.ts';
import { PAYMENTS_CHANNEL } from './settle.ts';

/**
 * Starts a stored payment at the provider and keeps where its payer pays. When the provider gives no answer the
 * payment is put aside and looked at later: nobody ever got its address, so nobody can pay on it.
 */
export async function startTransaction(
  payment: Payment,
  description: string | undefined,
  { config, db, provider }: Deps,
): Promise<StartedTransaction & { reference: string }> {
  const payer = await db.getRepository(UserEntity).findOneByOrFail({ id: payment.payerId });
  const { reference, requestId } = payment;
  try {
    const started = await provider.initialize({
      email: payer.email,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      reference,
      callbackUrl: `${config.publicUrl}/payment-verification/`,
      cancelUrl: `${config.publicUrl}/payment-verification/?cancelled=1&reference=${reference}`,
      metadata: { requestId, description: description ?? '' },
    });
    await open(payment, started, { config, db });
    return { ...started, reference };
  } catch (error) {
    if (error instanceof ProviderRejectedError) {
      await putAside(db, payment, 'failed');
      throw invalid(`The payment provider did not accept this payment: ${error.message}`);
    }
    if (!(error instanceof ProviderUnavailableError)) throw error;
    await putAside(db, payment, 'abandoned');
    throw unavailable('Error initiating payment. Nothing was charged; please try again in a moment.', 5);
  }
}

// Stores the page, and lets the reservation begin with it. Locks the request first, as every caller that needs both.
async function open(
  { id, requestId, payerId }: Payment,
  started: StartedTransaction,
  { config, db }: Pick<Deps, 'config' | 'db'>,
): Promise<void> {
  await inTransaction(db, async (manager) => {
    const request = await lockReservedRequest(manager, requestId, payerId);
    if (request) {
      const now = await databaseNow(manager);
      const reservedUntil = new Date(now.getTime() + config.payment.reservationMs);
      await moveRequest(manager, request, { to: 'reserved', reservedById: payerId, reservedUntil });
    }
    // A webhook can be faster than the provider's own answer: what is settled stays settled.
    const isNew = { id, status: 'initiating' as const };
    await manager.update(PaymentEntity, isNew, { status: 'pending', ...started, openedAt: () => 'now()' });
    notifyAfterCommit(manager, PAYMENTS_CHANNEL);
    publishChange(manager, payerId);
  });
}

async function close(db: Deps['db'], { id, payerId }: Payment, status: PaymentStatus): Promise<void> {
  await inTransaction(db, async (manager) => {
    await manager.update(PaymentEntity, { id, status: 'initiating' }, { status });
    notifyAfterCommit(manager, PAYMENTS_CHANNEL);
    publishChange(manager, payerId);
  });
}

// Nobody can pay, so nobody else needs to wait for this sponsor.
async function putAside(db: Deps['db'], payment: Payment, status: PaymentStatus): Promise<void> {
  await close(db, payment, status);
  await inTransaction(db, async (manager) => {
    const request = await lockReservedRequest(manager, payment.requestId, payment.payerId);
    if (!request) return;
    await moveRequest(manager, request, { to: 'pending' });
    publishChange(manager, request.learnerId);
  });
}

// The reservation may have expired and another sponsor may hold the request by now.
function lockReservedRequest(
  manager: EntityManager,
  id: string,
  reservedById: string,
): Promise<HelpRequest | null> {
  return manager.findOne(HelpRequestEntity, {
    where: { id, status: 'reserved', reservedById },
    lock: { mode: 'pessimistic_write' },
  });
}
