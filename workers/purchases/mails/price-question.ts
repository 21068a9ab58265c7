import type { EntityManager } from 'typeorm';
import { formatMinor } from '#contracts/money.ts';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Config } from '#services/platform/config.ts';
import type { MailBlock } from '#services/platform/email/layout.ts';
import { findContributions } from '#services/purchases/contributions.ts';
import { PriceChoiceEntity, PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { formatDay, type Mails, mailAbout } from '../../mail/mail-composer.ts';

const footerOf = ({ brand }: Pick<Config, 'brand'>) =>
  `You get this mail because you paid for this course. Questions: ${brand.email.support}`;

const dearerTexts = {
  subject: 'costs more now',
  title: 'The price has risen',
  why: 'The course that you paid for became more expensive before we could buy it.',
};
const shortTexts = {
  subject: 'is not fully paid',
  title: 'A part of the price is missing',
  why: 'Less arrived than the course costs.',
};

export const priceQuestionMails = {
  /** Composes the question to a payer whose course became dearer, or who paid too little; also the reminder before the last day. */
  'price-question': mailAbout(findQuestion, ({ choice, request, payer, facts }, { config }) => {
    if (choice.status !== 'waiting') return undefined;
    const until = formatDay(choice.dueAt);
    const texts = choice.isShortPayment ? shortTexts : dearerTexts;
    return {
      to: payer.email,
      subject: `Your decision, please: ${request.courseTitle} ${texts.subject}`,
      title: `${texts.title}, ${firstName(payer.fullName)}`,
      preheader: `Please decide by ${until}: pay the difference, or take your money back.`,
      blocks: [
        `${texts.why} You can pay the difference, and we buy it at once. Or you take all of your money back. Both are fine.`,
        facts,
        ...(choice.message ? [`A note from our staff: ${choice.message}`] : []),
        `Please decide by ${until}. If we do not hear from you, we give your money back.`,
      ],
      action: { label: 'Decide on your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: footerOf(config),
    };
  }),

  /** Composes the mail to a payer who did not answer in time: the money goes back. */
  'price-question-expired': mailAbout(findQuestion, ({ choice, request, payer, facts }, { config }) => {
    if (choice.status !== 'expired') return undefined;
    return {
      to: payer.email,
      subject: `We are giving your money back: ${request.courseTitle}`,
      title: 'We are giving your money back',
      preheader: 'You need not do anything.',
      blocks: [
        `${firstName(payer.fullName)}, ${choice.isShortPayment ? 'less arrived than the course costs' : 'the course became more expensive'}, and we did not hear from you in time. So we give back all that you paid, the same way you paid it, and write again when it is on its way.`,
        facts,
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: footerOf(config),
    };
  }),
} satisfies Mails;

async function findQuestion(manager: EntityManager, id: string) {
  const choice = await manager.findOneBy(PriceChoiceEntity, { id });
  if (!choice) return undefined;
  const purchase = await manager.findOneByOrFail(PurchaseEntity, { id: choice.purchaseId });
  const request = await manager.findOneByOrFail(HelpRequestEntity, { id: purchase.requestId });
  const { payment } = await findContributions(manager, purchase);
  const payer = await manager.findOneByOrFail(UserEntity, { id: payment.payerId });
  const money = (minor: number) => formatMinor(minor, payment.currency);
  const facts: MailBlock = {
    facts: [
      ['Course', request.courseTitle],
      ['You paid for it', money(choice.priceMinor - choice.differenceMinor)],
      [choice.isShortPayment ? 'It costs' : 'It costs now', money(choice.priceMinor)],
      ['Difference', money(choice.differenceMinor)],
    ],
  };
  return { choice, request, payer, facts };
}
