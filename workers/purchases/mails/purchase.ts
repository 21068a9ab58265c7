import type { EntityManager } from 'typeorm';
import { sentCourse } from '#contracts/purchases/sent-course.ts';
import { typedAddress } from '#contracts/site/outgoing-link.ts';
import { firstName } from '#services/accounts/names.ts';
import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { links } from '#services/platform/tokens/links.ts';
import { type Purchase, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { type HelpRequest, HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type ComposeMail, courseFacts, formatDay, type Mails, mailAbout } from '../../mail/mail-composer.ts';
import { readRequest } from '../../mail/read-request.ts';

export const purchaseMails = {
  /** Notifies a learner that the course is bought and handed over; a code itself is never in a mail. */
  'course-handed-over': handedOverMail(({ courseTitle }, name) => ({
    subject: `Your course is ready: ${courseTitle}`,
    title: `Your course is ready, ${name}`,
    preheader: `${courseTitle} is bought. One step is left.`,
    lastBlock: 'When you are in, press “I am enrolled” on your dashboard, so that your sponsor hears of it.',
  })),

  /** Reminds a learner to redeem a course that was handed over. */
  'redeem-reminder': handedOverMail(({ courseTitle }, name) => ({
    subject: `Please redeem your course: ${courseTitle}`,
    title: `Your course is waiting, ${name}`,
    preheader: `${courseTitle} is bought, and not redeemed yet.`,
    lastBlock:
      'Are you enrolled already? Then press “I am enrolled” on your dashboard. If nothing arrived, press “It did not reach me”.',
  })),

  'course-redeemed': mailAbout(findPurchase, async ({ purchase, request, learner }, { manager, config }) => {
    const { payerId } = await manager.findOneByOrFail(PaymentEntity, { id: purchase.paymentId });
    const payer = await manager.findOneByOrFail(UserEntity, { id: payerId });
    const name = firstName(learner.fullName);
    return {
      to: payer.email,
      subject: `${name} is enrolled: ${request.courseTitle}`,
      title: `${name} can begin, ${firstName(payer.fullName)}`,
      preheader: `${request.courseTitle}, which you paid for, can begin.`,
      blocks: [
        `We bought ${request.courseTitle} on ${request.platform}, and ${name} is enrolled. Thank you!`,
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this mail because you paid for this course.',
    };
  }),
} satisfies Mails;

function handedOverMail(
  write: (
    request: HelpRequest,
    learnerName: string,
  ) => Record<'subject' | 'title' | 'preheader' | 'lastBlock', string>,
): ComposeMail {
  return mailAbout(findPurchase, async ({ purchase, request, learner }, { manager, config }) => {
    const { state, sentence } = await readRequest(manager, request);
    if (purchase.status !== 'handed_over' || state !== 'handed-over' || purchase.notReceivedAt)
      return undefined;
    const { lastBlock, ...content } = write(request, firstName(learner.fullName));
    const claims = { sub: purchase.id, to: addressHash(learner.email) };
    const notReceived = { label: 'It did not reach me', url: await links.notReceived.url(claims, config) };
    // Undefined for an address to which no page or mail may link.
    const course = typedAddress(request.link);
    return {
      to: learner.email,
      ...content,
      blocks: [sentence, { facts: [...courseFacts(request), ...sentFacts(purchase, request)] }, lastBlock],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      links: [...(course ? [{ label: 'The course', url: course.href }] : []), notReceived],
      footer: `You get this mail because a course was paid for you. Questions: ${config.brand.email.support}`,
    };
  });
}

function sentFacts({ handedOverAt, redeemBy }: Purchase, request: HelpRequest) {
  const { kind, to } = sentCourse({ ...request, payee: request.invoicePayee });
  return [
    ['What we sent', kind],
    ['Where to', to],
    ...(handedOverAt ? [['When', formatDay(handedOverAt)] as const] : []),
    ...(redeemBy ? [['Redeem by', formatDay(redeemBy)] as const] : []),
  ] as const;
}

async function findPurchase(manager: EntityManager, id: string) {
  const purchase = await manager.findOneBy(PurchaseEntity, { id });
  if (!purchase) return undefined;
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: purchase.requestId });
  const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
  return { purchase, request, learner };
}
