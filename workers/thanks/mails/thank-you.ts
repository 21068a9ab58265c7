import type { EntityManager } from 'typeorm';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { findSuspension } from '#services/safety/suspensions.ts';
import { ThankYouEntity } from '#services/thanks/thank-you.entity.ts';
import { type Mails, mailAbout } from '#workers/mail/mail-composer.ts';

export const thankYouMails = {
  /** Shows the words of a learner to the sponsor; only that there are some where the address is not confirmed. */
  'thank-you': mailAbout(find('delivered'), async ({ thankYou, learner, request }, { manager, config }) => {
    const sponsor = await manager.findOneByOrFail(UserEntity, { id: thankYou.sponsorId });
    if (await findSuspension(manager, learner.id)) return undefined;
    const name = firstName(learner.fullName);
    return {
      to: sponsor.email,
      subject: `${name} thanks you: ${request.courseTitle}`,
      title: `${name} has a few words for you, ${firstName(sponsor.fullName)}`,
      preheader: `About ${request.courseTitle}, the course that you paid for.`,
      blocks: [
        `${learner.fullName} writes about ${request.courseTitle}, the course that you paid for.`,
        ...(sponsor.emailVerifiedAt ? [{ quote: thankYou.text }] : []),
        `You find the words on your dashboard, where you can also report them. ${name} does not get your address.`,
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this mail because you paid for this course.',
    };
  }),

  /** Tells a learner why an operator did not pass the words on. */
  'thank-you-declined': mailAbout(find('declined'), ({ thankYou, learner, request }, { config }) => ({
    to: learner.email,
    subject: `Your words to your sponsor: ${request.courseTitle}`,
    title: `We did not pass your words on, ${firstName(learner.fullName)}`,
    preheader: 'The reason, and how to write others.',
    blocks: [
      `An operator read what you wrote to the sponsor of ${request.courseTitle}, and did not pass it on. The reason:`,
      { quote: thankYou.declineReason ?? '' },
      'Nothing else changes. You can write other words on your dashboard; an operator reads them first.',
    ],
    action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
    footer: 'You get this mail because you thanked a sponsor. It is always sent.',
  })),
} satisfies Mails;

/** Returns a function that finds a thank-you with its learner and request, as long as it has this status. */
function find(status: 'delivered' | 'declined') {
  return async (manager: EntityManager, id: string) => {
    const thankYou = await manager.findOneBy(ThankYouEntity, { id, status });
    const request = thankYou && (await manager.findOneBy(HelpRequestEntity, { id: thankYou.requestId }));
    const learner = request && (await manager.findOneBy(UserEntity, { id: request.learnerId }));
    return learner ? { thankYou, request, learner } : undefined;
  };
}
