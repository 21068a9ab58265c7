import type { EntityManager } from 'typeorm';
import type { deliveries } from '#contracts/requests/request-views.ts';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import type { ComposeMail } from '../../mail/mail-composer.ts';

const nextSteps: Record<keyof typeof deliveries, string> = {
  'gift-to-email':
    'We have bought the course for your account on the platform. Look for its mail, or sign in there: the course is waiting for you.',
  'enrolment-code':
    'Your enrolment code is on your dashboard. It is shown once, so open it when you are ready to use it. We never send codes by mail.',
  'school-invoice': 'We have paid the invoice of your school. Ask there whether you are enrolled, and begin.',
  'platform-login': 'We have enrolled you with your login on the platform. Sign in there to begin.',
};

/** Notifies a learner that the course is bought and handed over; a code itself is never in a mail. */
export const composeCourseHandedOver: ComposeMail = async (id, { manager, config }) => {
  const found = await findPurchase(manager, id);
  if (found?.purchase.status !== 'handed_over') return undefined;
  const { purchase, request, learner } = found;
  return {
    to: learner.email,
    subject: `Your course is ready: ${request.courseTitle}`,
    content: {
      title: `Your course is ready, ${firstName(learner.fullName)}`,
      preheader: `${request.courseTitle} is bought. One step is left.`,
      blocks: [
        nextSteps[request.delivery],
        { facts: factsOf(request, purchase.redeemBy) },
        'When you are in, press “I am enrolled” on your dashboard, so that your sponsor hears of it.',
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this mail because a course was paid for you.',
    },
  };
};

/** Reminds a learner to redeem a course that was handed over. */
export const composeRedeemReminder: ComposeMail = async (id, { manager, config }) => {
  const found = await findPurchase(manager, id);
  if (found?.purchase.status !== 'handed_over') return undefined;
  const { purchase, request, learner } = found;
  return {
    to: learner.email,
    subject: `Please redeem your course: ${request.courseTitle}`,
    content: {
      title: `Your course is waiting, ${firstName(learner.fullName)}`,
      preheader: `${request.courseTitle} is bought, and not redeemed yet.`,
      blocks: [
        nextSteps[request.delivery],
        { facts: factsOf(request, purchase.redeemBy) },
        'Are you enrolled already? Then press “I am enrolled” on your dashboard. If something does not work, reply to this mail.',
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this mail because a course was paid for you.',
    },
  };
};

/** Notifies the payer that the learner is enrolled. */
export const composeCourseRedeemed: ComposeMail = async (id, { manager, config }) => {
  const found = await findPurchase(manager, id);
  if (!found) return undefined;
  const { purchase, request, learner } = found;
  const { payerId } = await manager.findOneByOrFail(PaymentEntity, { id: purchase.paymentId });
  const payer = await manager.findOneByOrFail(UserEntity, { id: payerId });
  const name = firstName(learner.fullName);
  return {
    to: payer.email,
    subject: `${name} is enrolled: ${request.courseTitle}`,
    content: {
      title: `${name} can begin, ${firstName(payer.fullName)}`,
      preheader: `${request.courseTitle}, which you paid for, can begin.`,
      blocks: [
        `We bought ${request.courseTitle} on ${request.platform}, and ${name} is enrolled. Thank you!`,
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this mail because you paid for this course.',
    },
  };
};

async function findPurchase(manager: EntityManager, id: string) {
  const purchase = await manager.findOneBy(PurchaseEntity, { id });
  if (!purchase) return undefined;
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: purchase.requestId });
  const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
  return { purchase, request, learner };
}

function factsOf(
  { courseTitle, platform }: { courseTitle: string; platform: string },
  redeemBy: Date | null,
): [string, string][] {
  const facts: [string, string][] = [
    ['Course', courseTitle],
    ['Platform', platform],
  ];
  if (redeemBy) facts.push(['Redeem by', dayFormat.format(redeemBy)]);
  return facts;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
