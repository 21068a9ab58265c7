import type { initiatePayment as contract } from '#contracts/payments.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { unavailable } from '#services/platform/errors.ts';
import { PaymentEntity } from './payment.entity.ts';
import { reservePayment } from './reserve-payment.ts';
import { startTransaction } from './start-transaction.ts';

interface Started {
  reference: string;
  authorizationUrl: string;
  accessCode: string;
}

/**
 * Reserves a request for a sponsor and starts the transaction at the provider. Idempotent: a second call for the same
 * request, such as a double click, returns the same transaction.
 */
export const initiatePayment: Handler<typeof contract> = async ({ body, caller }, deps) => {
  const reserved = await inTransaction(deps.db, (manager) =>
    reservePayment(manager, body, caller.id, deps.config),
  );
  const started = reserved.isNew
    ? await startTransaction(reserved.payment, body.description, deps)
    : await waitForStart(reserved.payment.id, deps);
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
};

// Another call of the same sponsor is starting the transaction, or its process died meanwhile.
async function waitForStart(paymentId: string, { db, changes, config }: Deps): Promise<Started> {
  const started = await changes.until(async () => {
    const payment = await db.getRepository(PaymentEntity).findOneBy({ id: paymentId });
    if (payment?.status !== 'initiating') return { payment };
    return undefined;
  }, config.payment.timeoutMs);
  const { reference, authorizationUrl, accessCode } = started?.payment ?? {};
  if (reference && authorizationUrl && accessCode) return { reference, authorizationUrl, accessCode };
  throw unavailable('Error initiating payment. Nothing was charged; please try again in a moment.', 5);
}
