import type { initiatePayment as contract } from '#contracts/payments/payments.ts';
import type { Handler } from '#services/deps.ts';
import { openPaymentPage } from '#services/payments/open-payment-page.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { reservePayment } from './reserve-payment.ts';

/**
 * Reserves a request for a sponsor and starts the transaction at the provider. Idempotent: a second call for the same
 * request, such as a double click, returns the same transaction.
 */
export const initiatePayment: Handler<typeof contract> = async ({ body, caller }, deps) => {
  const reserved = await inTransaction(deps.db, (manager) =>
    reservePayment(manager, body, caller.id, deps.config),
  );
  return openPaymentPage(reserved, body.description, deps);
};
