import { rejectOthers, rejectUnlessOwn, rejectUnlessReleasable } from '#services/purchases/lock-purchase.ts';
import { PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { type ActionClient, type ActionContext, managerOf, refusalOf } from './case-action.ts';

const obstacleOf =
  (reject: typeof rejectOthers) =>
  async ({ case: { subjectId: id }, operator }: ActionContext, client: ActionClient) => {
    const manager = managerOf(client);
    const purchase = await manager.findOneByOrFail(PurchaseEntity, { id });
    return refusalOf(() => reject(manager, purchase, operator.id));
  };

/** Obstacle of actions on a purchase that no other operator holds, and whose money stays. */
export const heldPurchaseObstacle = obstacleOf(rejectOthers);

/** Obstacle of the end of a claim. */
export const releasablePurchaseObstacle = obstacleOf(rejectUnlessReleasable);

/** Obstacle of actions on a purchase that the operator holds. */
export const ownPurchaseObstacle = obstacleOf(rejectUnlessOwn);
