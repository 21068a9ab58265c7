import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import type { ComposeMail } from '#workers/mail/mail-composer.ts';

/** Notifies the payer that operators do not accept the proof that came before the course was bought, unless another one is in or the purchase has ended. */
export const composeProofRejected: ComposeMail = async (id, { manager, config }) => {
  const purchase = await manager.findOneBy(PurchaseEntity, { id });
  if (!purchase?.proofRejection || purchase.status === 'failed') return undefined;
  const { payerId } = await manager.findOneByOrFail(PaymentEntity, { id: purchase.paymentId });
  const payer = await manager.findOneBy(UserEntity, { id: payerId });
  if (!payer) return undefined;
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: purchase.requestId });
  return {
    to: payer.email,
    subject: `We could not accept your proof: ${request.courseTitle}`,
    content: {
      title: `We need another document, ${firstName(payer.fullName)}`,
      preheader: 'The reason, and what happens next.',
      blocks: [
        `We have checked the proof of enrolment that you added for ${request.courseTitle}, and cannot accept it. We have deleted the document.`,
        `The reason: ${purchase.proofRejection}`,
        'If you bought the course yourself, you can add another document on your dashboard. If not, you need not do anything: we buy the course with your payment.',
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this mail because you paid for this course.',
    },
  };
};
