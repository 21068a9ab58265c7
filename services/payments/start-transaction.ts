import type { EntityManager } from 'typeorm';
import type { PaymentStatus } from '#contracts/payments/payment-status.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { recordOutage } from '#services/cases/outages.ts';
import type { Deps } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { databaseNow, lockRow } from '#services/platform/database/sql.ts';
import { inTransaction, notifyAfterCommit } from '#services/platform/database/transaction.ts';
import { conflict, invalid, unavailable } from '#services/platform/errors.ts';
import type { StartedTransaction } from '#services/providers/payment-provider.ts';
import { ProviderRejectedError, ProviderUnavailableError } from '#services/providers/provider-errors.ts';
import { moveRequest } from '#services/requests/move-request.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type Payment, PaymentEntity } from './payment.entity.ts';
import { PAYMENTS_CHANNEL } from './payments.ts';

class OutdatedTermsError extends Error {}
class OutdatedStartError extends Error {}

/**
 * Starts a stored payment at the provider and stores its payment page. When the provider does not respond, the
 * payment is abandoned and its reservation released: its page never reached a payer, so it cannot be paid.
 * @throws HttpError 409 when the learner has changed or withdrawn the request meanwhile, 422 when the provider rejects the
 * payment, 503 when it does not respond.
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
    await storePage(payment, started, { config, db });
    return { ...started, reference };
  } catch (error) {
    if (error instanceof OutdatedTermsError) {
      await closePayment(db, payment, 'abandoned');
      throw conflict(termsChanged);
    }
    if (error instanceof ProviderRejectedError) {
      await closePayment(db, payment, 'failed');
      throw invalid(`The payment provider did not accept this payment: ${error.message}`);
    }
    if (!(error instanceof ProviderUnavailableError || error instanceof OutdatedStartError)) throw error;
    await closePayment(db, payment, 'abandoned');
    if (error instanceof ProviderUnavailableError) await recordOutage(db, 'provider', error);
    throw unavailable('Error initiating payment. Nothing was charged; please try again in a moment.', 5);
  }
}

// Stores the page, and restarts the reservation now. Locks the request before the payment, as every transaction does.
async function storePage(
  { id, requestId, payerId, terms }: Payment,
  started: StartedTransaction,
  { config, db }: Pick<Deps, 'config' | 'db'>,
): Promise<void> {
  await inTransaction(db, async (manager) => {
    const current = await lockRow(manager, HelpRequestEntity, { id: requestId });
    // The page was not shown yet, so the payer need not pay for what the learner has changed or withdrawn.
    if (current?.terms !== terms || current.status === 'withdrawn') throw new OutdatedTermsError();
    const request = await lockReservedRequest(manager, requestId, payerId);
    if (request) {
      const now = await databaseNow(manager);
      const reservedUntil = new Date(now.getTime() + config.payment.reservationMs);
      await moveRequest(manager, request, { to: 'reserved', reservedById: payerId, reservedUntil });
    }
    // A webhook can arrive before the provider's response: do not overwrite a settled status.
    const isNew = { id, status: 'initiating' as const };
    const page = { status: 'pending' as const, ...started, openedAt: () => 'now()' };
    const { affected } = await manager.update(PaymentEntity, isNew, page);
    // A poll has abandoned it, because the process stood still between the provider's response and now.
    if (affected === 0 && (await manager.existsBy(PaymentEntity, { id, status: 'abandoned' })))
      throw new OutdatedStartError();
    notifyAfterCommit(manager, PAYMENTS_CHANNEL);
    publishChange(manager, payerId);
  });
}

// The payment cannot be made, so release the reservation for other sponsors.
async function closePayment(db: Deps['db'], { id, requestId, payerId }: Payment, status: PaymentStatus) {
  await inTransaction(db, async (manager) => {
    await manager.update(PaymentEntity, { id, status: 'initiating' }, { status });
    notifyAfterCommit(manager, PAYMENTS_CHANNEL);
    publishChange(manager, payerId);
  });
  await inTransaction(db, async (manager) => {
    const request = await lockReservedRequest(manager, requestId, payerId);
    if (!request) return;
    await moveRequest(manager, request, { to: 'pending' });
    publishChange(manager, request.learnerId);
  });
}

// The reservation may have expired and another sponsor may hold the request by now.
function lockReservedRequest(manager: EntityManager, id: string, reservedById: string) {
  return lockRow(manager, HelpRequestEntity, { id, status: 'reserved', reservedById });
}

/** Why a payment for other terms than those of the request is refused. */
export const termsChanged =
  'The learner has changed the course or its price since you opened this page. Nothing was charged; please look at it again.';
