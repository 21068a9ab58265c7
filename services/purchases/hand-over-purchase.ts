import type { EntityManager } from 'typeorm';
import { deliveryWords } from '#contracts/desk/desk-words.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import type { Config } from '#services/platform/config.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict, invalidField } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { encryptPassword } from '#services/requests/encrypt-password.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { publishPurchase } from './buy-purchase.ts';
import { lockPurchase, type PurchaseAction } from './lock-purchase.ts';
import { type Purchase, PurchaseCodeEntity, PurchaseEntity } from './purchase.entity.ts';

/**
 * Records that a bought course is handed over and enqueues the learner's mail, which never contains the code. A code can
 * be handed over again, for example when the learner lost it: it replaces the former one. So can every course that did not arrive.
 * @throws HttpError 404; 409 before the course is bought, or when its payment was given back; 422 when an enrolment code is missing,
 * or there is one although the course is not delivered by code.
 */
export async function handOverPurchase(
  manager: EntityManager,
  { purchaseId, operatorId, code }: PurchaseAction & { code?: string | undefined },
  config: Pick<Config, 'credentialKeys'>,
): Promise<void> {
  const purchase = await lockPurchase(manager, purchaseId);
  const { delivery } = await manager.findOneByOrFail(HelpRequestEntity, { id: purchase.requestId });
  const needsCode = delivery === 'enrolment-code';
  rejectUnlessBought(purchase, needsCode);
  const { status } = await manager.findOneByOrFail(PaymentEntity, { id: purchase.paymentId });
  if (status === 'reversed')
    throw conflict('The payment was given back, so the course is not handed over. End the purchase.');
  if (!needsCode && code)
    throw invalidField('code', `This delivery has no code: ${deliveryWords[delivery]}.`);
  if (needsCode && !code) throw invalidField('code', 'Please enter the enrolment code.');
  await manager.delete(PurchaseCodeEntity, { purchaseId });
  if (needsCode && code)
    await manager.insert(PurchaseCodeEntity, { purchaseId, ...encryptPassword(code, purchaseId, config) });
  const now = () => 'now()';
  await manager.update(PurchaseEntity, purchaseId, {
    status: 'handed_over',
    handedOverAt: now,
    codeSeenAt: null,
    notReceivedAt: null,
    remindedAt: null,
  });
  await recordAudit(
    manager,
    'purchase.handed_over',
    purchaseId,
    `Delivery: ${deliveryWords[delivery]}.`,
    operatorId,
  );
  const key = `handed-over:${purchaseId}:${purchase.attempt}:${purchase.handedOverAt?.getTime() ?? 0}`;
  await enqueue(manager, deliverMail, { mail: 'course-handed-over', id: purchaseId }, { key });
  await publishPurchase(manager, purchase);
}

function rejectUnlessBought({ status, notReceivedAt }: Purchase, needsCode: boolean): void {
  if (status === 'bought' || (status === 'handed_over' && (needsCode || notReceivedAt))) return;
  if (status === 'handed_over') throw conflict('This course is handed over already.');
  if (status === 'redeemed') throw conflict('The learner is enrolled already.');
  throw conflict('This course is not bought yet.');
}
