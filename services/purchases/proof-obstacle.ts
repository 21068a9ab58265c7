import type { PurchaseStatus } from '#contracts/purchases/purchase-status.ts';

/**
 * Returns why a proof of a paid request is not accepted now; undefined when it is. Call and screens ask here.
 *
 * @param status of the purchase of its payment; undefined until the purchase is queued
 * @param isFiled whether a proof waits for operators
 */
export function proofObstacle(status: PurchaseStatus | undefined, isFiled: boolean): string | undefined {
  if (!status) return 'Your payment is still being processed. Please try again in a minute.';
  if (status === 'failed')
    return 'This course is not bought, and your payment will be given back. No proof is needed.';
  if (status === 'bought')
    return 'We have bought this course and will hand it over soon. No proof is needed yet.';
  return isFiled ? 'We have a proof of this course and check it. We write to you.' : undefined;
}
