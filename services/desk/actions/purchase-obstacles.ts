import { rejectOthers, rejectUnlessClaimed } from '#services/purchases/lock-purchase.ts';
import { type Purchase, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { type CaseAction, managerOf, once, refusalOf } from './case-action.ts';

const findPurchase = once<Purchase>(({ case: { subjectId: id } }, client) =>
  client.getRepository(PurchaseEntity).findOneByOrFail({ id }),
);

/** Obstacle of actions on a purchase that no other operator holds, and whose money stays. */
export const heldPurchaseObstacle = once(async (context, client) => {
  const purchase = await findPurchase(context, client);
  return refusalOf(() => rejectOthers(managerOf(client), purchase, context.operator.id));
});

/** Obstacle of the end of a claim, which its operator can always end. */
export const releasablePurchaseObstacle: NonNullable<CaseAction['obstacle']> = async (context, client) =>
  (await findPurchase(context, client)).ownerId === context.operator.id
    ? undefined
    : heldPurchaseObstacle(context, client);

/** Obstacle of actions on a purchase that the operator holds. */
export const ownPurchaseObstacle = once(async (context, client) => {
  const obstacle = await heldPurchaseObstacle(context, client);
  if (obstacle) return obstacle;
  const purchase = await findPurchase(context, client);
  return refusalOf(() => rejectUnlessClaimed(managerOf(client), purchase));
});
