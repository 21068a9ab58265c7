import type { EntityManager } from 'typeorm';
import { listOf } from '#contracts/dashboard/request-state.ts';
import { sponsorReadings, sponsorStateOf } from '#contracts/dashboard/sponsor-reading.ts';
import { formatMinor } from '#contracts/money.ts';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { SponsorshipEntity } from '#services/funding/funding.entity.ts';
import { toPaymentOutcome } from '#services/payments/decide-settlement.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import type { MailBlock } from '#services/platform/email/layout.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { courseFacts, type Mails, mailAbout } from '../../mail/mail-composer.ts';
import { readRequest } from '../../mail/read-request.ts';

export const receiptMails = {
  /** Composes the mail to the learner about a paid course; it leaves out the name of an anonymous sponsor. */
  'receipt-for-learner': mailAbout(findPayment, async (about, { manager, config }) => {
    const { learner, payer, payment, request, isAnonymous } = about;
    const { state, sentence } = await readRequest(manager, request);
    const sponsor = isAnonymous ? 'A sponsor who wishes to stay anonymous' : payer.fullName;
    return {
      to: learner.email,
      subject: `Your course is paid: ${request.courseTitle}`,
      title: `Good news, ${firstName(learner.fullName)}`,
      preheader: `${request.courseTitle} is paid for.`,
      blocks: [
        `${sponsor} has paid for your course.`,
        ...(listOf(state) === 'pending' ? [] : [sentence]),
        {
          facts: [...courseFacts(request), ['Price', formatMinor(payment.priceMinor, payment.currency)]],
        },
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: `Receipts are always sent. Questions: ${config.brand.email.support}`,
    };
  }),

  'receipt-for-sponsor': mailAbout(findPayment, async (about, { manager, config }) => {
    const { payment, payer, learner, request, isAnonymous } = about;
    const { purchase } = await readRequest(manager, request);
    const { outcome } = toPaymentOutcome(payment.status);
    const next =
      sponsorReadings[sponsorStateOf({ status: request.status, purchase, payment: { outcome } })].sentence;
    return {
      to: payer.email,
      subject: `Your receipt: ${request.courseTitle}`,
      title: `Thank you, ${firstName(payer.fullName)}`,
      preheader: `You paid for ${request.courseTitle}.`,
      blocks: [
        payment.priceChoiceId
          ? `Your payment of the difference is approved. We now buy the course for ${learner.fullName}.`
          : `Your payment is approved. You made it possible for ${learner.fullName} to take this course.`,
        receiptFacts(about),
        isAnonymous
          ? 'You stay anonymous: the learner is not told who paid.'
          : 'The learner is told your name.',
        ...(next ? [next] : []),
      ],
      action: { label: 'See what became of it', url: `${config.publicUrl}/dashboard` },
      footer: `Receipts are always sent. Questions: ${config.brand.email.support}`,
    };
  }),

  /** Composes the mail to a payer whose payment came too late and is refunded, with the reason. */
  'refund-due': mailAbout(findPayment, (about, { config }) => ({
    to: about.payer.email,
    subject: `We owe you a refund: ${about.request.courseTitle}`,
    title: 'Your payment came a moment too late',
    preheader: 'You get all of your money back.',
    blocks: [
      `${firstName(about.payer.fullName)}, ${refundReason(about)} before your payment arrived. You get all of your money back, the same way you paid.`,
      receiptFacts(about),
      'You need not do anything. Other learners are still waiting for somebody like you.',
    ],
    action: { label: 'See other requests', url: `${config.publicUrl}/help-learner` },
    footer: `You get this mail because of your payment. Questions: ${config.brand.email.support}`,
  })),
} satisfies Mails;

type PaymentDetails = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

function refundReason({ payment, request }: PaymentDetails): string {
  if (payment.priceChoiceId) return 'the question about the new price was closed';
  if (payment.terms !== request.terms) return 'the learner changed the request';
  if (request.status === 'withdrawn') return 'the learner withdrew the request';
  return 'another sponsor funded this course just';
}

async function findPayment(manager: EntityManager, id: string) {
  const payment = await manager.findOneBy(PaymentEntity, { id });
  if (!payment) return undefined;
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: payment.requestId });
  const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
  const payer = await manager.findOneByOrFail(UserEntity, { id: payment.payerId });
  const sponsorship = await manager.findOneByOrFail(SponsorshipEntity, { id: payment.sponsorshipId });
  return { payment, request, learner, payer, isAnonymous: sponsorship.isAnonymous };
}

function receiptFacts({ payment, request }: PaymentDetails): MailBlock {
  return {
    facts: [
      ...courseFacts(request),
      ['Price', formatMinor(payment.priceMinor, payment.currency)],
      ['Service fee', formatMinor(payment.feeMinor, payment.currency)],
      ['Paid', formatMinor(payment.amountMinor, payment.currency)],
      ['Reference', payment.reference],
    ],
  };
}
