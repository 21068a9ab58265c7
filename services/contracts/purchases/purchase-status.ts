/**
 * Statuses of the purchase of a paid course (decisions section 10). `failed`: it will not be bought, and the money is
 * refunded.
 */
export const purchaseStatuses = ['queued', 'claimed', 'bought', 'handed_over', 'redeemed', 'failed'] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

/**
 * The allowed transitions. Back to `queued`: a claim is released or lapses, the platform refuses the order, or a course
 * that was handed over is not redeemed in time.
 */
const transitions: Record<PurchaseStatus, readonly PurchaseStatus[]> = {
  queued: ['claimed', 'redeemed', 'failed'],
  claimed: ['queued', 'claimed', 'bought', 'redeemed', 'failed'],
  bought: ['queued', 'handed_over', 'redeemed', 'failed'],
  handed_over: ['queued', 'handed_over', 'redeemed', 'failed'],
  redeemed: [],
  failed: [],
};

/** Returns whether a purchase may move from one status to another. */
export function canMovePurchase(from: PurchaseStatus, to: PurchaseStatus): boolean {
  return transitions[from].includes(to);
}
