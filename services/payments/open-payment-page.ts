import type { ResponseBody } from '#contracts/endpoint.ts';
import type { initiatePayment } from '#contracts/payments/payments.ts';
import type { Deps } from '#services/deps.ts';
import { unavailable } from '#services/platform/errors.ts';
import { type Payment, PaymentEntity } from './payment.entity.ts';
import { startTransaction } from './start-transaction.ts';

/** The payment to continue; `isNew` when its transaction is not started at the provider yet. */
export interface ReservedPayment {
  payment: Payment;
  isNew: boolean;
}

/**
 * Starts the transaction of a stored payment at the provider, or waits for the call that is starting it, and returns its
 * page in the provider's envelope. @throws HttpError 422 or 503.
 */
export async function openPaymentPage(
  { payment, isNew }: ReservedPayment,
  description: string | undefined,
  deps: Deps,
): Promise<ResponseBody<typeof initiatePayment>> {
  const started = isNew
    ? await startTransaction(payment, description, deps)
    : await waitForStart(payment.id, deps);
  return {
    message: 'Your payment is ready.',
    data: {
      status: true,
      message: 'Authorization URL created',
      data: {
        authorization_url: started.authorizationUrl,
        access_code: started.accessCode,
        reference: started.reference,
      },
    },
  };
}

// Another call of the same sponsor is starting the transaction, or its process died meanwhile.
async function waitForStart(paymentId: string, { db, changes, config }: Deps) {
  const started = await changes.until(async () => {
    const payment = await db.getRepository(PaymentEntity).findOneBy({ id: paymentId });
    if (payment?.status !== 'initiating') return { payment };
    return undefined;
  }, config.payment.timeoutMs);
  const { reference, authorizationUrl, accessCode } = started?.payment ?? {};
  if (reference && authorizationUrl && accessCode) return { reference, authorizationUrl, accessCode };
  throw unavailable('Error initiating payment. Nothing was charged; please try again in a moment.', 5);
}
