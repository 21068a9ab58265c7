import { type EntityManager, In } from 'typeorm';
import { learnerReadings } from '#contracts/dashboard/learner-reading.ts';
import { formatMinor } from '#contracts/money.ts';
import { moneyRules } from '#contracts/payments/money-rules.ts';
import { firstName } from '#services/accounts/names.ts';
import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { DisputeEntity } from '#services/disputes/dispute.entity.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import type { Config } from '#services/platform/config.ts';
import type { MailBlock } from '#services/platform/email/layout.ts';
import { links } from '#services/platform/tokens/links.ts';
import { takesRefundAccount } from '#services/providers/capabilities.ts';
import { RefundEntity } from '#services/refunds/refund.entity.ts';
import { refundReason, returnReason } from '#services/refunds/refund-reason.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { courseFacts, type Mails, mailAbout } from '../../mail/mail-composer.ts';

const footerOf = ({ brand }: Pick<Config, 'brand'>) =>
  `You get this mail because of your payment. Questions: ${brand.email.support}`;

export const refundMails = {
  'refund-started': mailAbout(findRefund, ({ refund, payer, request, amount, facts }, { config }) => {
    if (refund.status === 'failed') return undefined;
    const { isRest } = refund;
    return {
      to: payer.email,
      subject: `${isRest ? 'The rest of your payment' : 'Your refund'} is on its way: ${request.courseTitle}`,
      title: isRest ? 'The rest of your payment is on its way' : 'Your refund is on its way',
      preheader: `${amount} goes back to you.`,
      blocks: [
        `${firstName(payer.fullName)}, we are giving ${isRest ? 'the rest of your payment' : 'your money'} back, the same way you paid. It can take up to ${moneyRules.bankDays} working days until your bank shows it.`,
        facts,
        'You need not do anything. We write again when it is paid out.',
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: footerOf(config),
    };
  }),

  'refund-processed': mailAbout(findRefund, (about, { config }) => {
    const { payer, request, refund, payment, amount, facts } = about;
    const isPartial = refund.amountMinor < (payment.capturedMinor ?? payment.amountMinor);
    return {
      to: payer.email,
      subject: `Your refund was paid out: ${request.courseTitle}`,
      title: isPartial ? 'A part of your payment was given back' : 'Your money was given back',
      preheader: `${amount} was paid out.`,
      blocks: [
        `${firstName(payer.fullName)}, the payment provider has paid out your refund. Your bank may need some days to show it.`,
        facts,
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: footerOf(config),
    };
  }),

  /** Composes the mail that asks the payer for bank details; the link works without signing in. */
  'refund-needs-details': mailAbout(findRefund, async ({ payer, request, refund, facts }, { config }) => {
    if (refund.status !== 'needs_attention') return undefined;
    const link = await links.refund.url({ sub: refund.id, to: addressHash(payer.email) }, config);
    const { support } = config.brand.email;
    if (!takesRefundAccount(refund.currency))
      return {
        to: payer.email,
        subject: `Your bank did not take your refund: ${request.courseTitle}`,
        title: 'Your bank did not take your refund',
        preheader: 'Please write to us, and we find another way.',
        blocks: [
          `${firstName(payer.fullName)}, your bank did not take the refund the way you paid. The payment provider sends no refunds in ${refund.currency} to other bank accounts, so please write to ${support}: we find another way with you.`,
          facts,
          'Please do not send bank details, a card number, a PIN or a password by mail.',
        ],
        action: { label: 'Open your refund', url: link },
        footer: footerOf(config),
      };
    return {
      to: payer.email,
      subject: `We need your bank details for your refund: ${request.courseTitle}`,
      title: 'Where should we send your refund?',
      preheader: 'Your bank did not take the refund the way you paid.',
      blocks: [
        `${firstName(payer.fullName)}, your bank did not take the refund the way you paid. Please tell us an account that it can go to.`,
        facts,
        'We never ask for a card number, a PIN or a password. Your details are stored encrypted, passed to the payment provider and then deleted.',
      ],
      action: {
        label: 'Enter your bank details',
        url: link,
      },
      footer: footerOf(config),
    };
  }),

  /** Composes the mail to the learner whose course is not paid any more; it does not name the sponsor. */
  'payment-returned': async (id, { manager, config }) => {
    const payment = await manager.findOneBy(PaymentEntity, { id });
    if (!payment) return undefined;
    const request = await manager.findOneByOrFail(HelpRequestEntity, { id: payment.requestId });
    const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
    const isTakenByBank = await manager.existsBy(DisputeEntity, {
      paymentId: id,
      outcome: In(['lost', 'accepted']),
    });
    const refund = await manager.findOne(RefundEntity, {
      where: { paymentId: id, status: 'processed', isRest: false },
      order: { processedAt: 'DESC' },
    });
    const reason = returnReason(isTakenByBank ? null : refund);
    return {
      to: learner.email,
      subject: `Your course is no longer paid for: ${request.courseTitle}`,
      title: 'The payment for your course was given back',
      preheader: `${request.courseTitle} is no longer paid for.`,
      blocks: [
        `${firstName(learner.fullName)}, we are sorry. ${learnerReadings.refunded.sentence}`,
        ...(reason ? [`The reason: ${reason}`] : []),
        { facts: courseFacts(request) },
      ],
      action: { label: 'Ask for help again', url: `${config.publicUrl}/help` },
      footer: `You get this mail because of your request. Questions: ${config.brand.email.support}`,
    };
  },
} satisfies Mails;

async function findRefund(manager: EntityManager, id: string) {
  const refund = await manager.findOneBy(RefundEntity, { id });
  if (!refund) return undefined;
  const payment = await manager.findOneByOrFail(PaymentEntity, { id: refund.paymentId });
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: payment.requestId });
  const payer = await manager.findOneByOrFail(UserEntity, { id: payment.payerId });
  const amount = formatMinor(refund.amountMinor, refund.currency);
  const facts: MailBlock = {
    facts: [
      ['Course', request.courseTitle],
      ['You paid', formatMinor(payment.capturedMinor ?? payment.amountMinor, payment.currency)],
      ['Refund', amount],
      ['Reason', refundReason(refund, payment)],
      ['Reference', payment.reference],
    ],
  };
  return { refund, payment, request, payer, amount, facts };
}
