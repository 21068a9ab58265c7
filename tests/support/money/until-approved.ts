import { vi } from 'vitest';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { type Purchase, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import type { TestProduct } from '../product/test-product.ts';
import { patienceMs } from '../soon.ts';

/** Waits until what follows from the approval of a payment is done; workers must run. Returns its purchase. */
export async function untilApproved({ db }: Pick<TestProduct, 'db'>, reference: string): Promise<Purchase> {
  const { id: paymentId } = await db.getRepository(PaymentEntity).findOneByOrFail({ reference });
  return vi.waitFor(() => db.getRepository(PurchaseEntity).findOneByOrFail({ paymentId }), {
    timeout: patienceMs,
    interval: 20,
  });
}
