import type { EntityManager } from 'typeorm';
import { chargeFor, formatMinor } from '#contracts/money.ts';
import { isHidden } from '#contracts/requests/request-holds.ts';
import { isOpen } from '#contracts/requests/request-status.ts';
import { isConfirmedAddress, maskAddress } from '#services/accounts/addresses/account-address.ts';
import { firstName, nameForStranger } from '#services/accounts/names.ts';
import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { CourseEntity } from '#services/catalogue/course.entity.ts';
import { links } from '#services/platform/tokens/links.ts';
import { isTextShown } from '#services/requests/invitation-text.ts';
import { startOfReason } from '#services/requests/present-request.ts';
import { priceConfirmBy } from '#services/requests/prices.ts';
import { type HelpRequest, HelpRequestEntity, RecipientEntity } from '#services/requests/request.entity.ts';
import { courseFacts, formatDay, type Mails } from '../../mail/mail-composer.ts';

export const requestMails = {
  'request-received': async (id, { manager, config }) => {
    const request = await manager.findOneBy(HelpRequestEntity, { id });
    const learner = request && (await manager.findOneBy(UserEntity, { id: request.learnerId }));
    if (!learner) return undefined;
    const charge = chargeFor(request.priceMinor, config.payment.serviceFeeBasisPoints);
    const invited = await manager.countBy(RecipientEntity, { requestId: id });
    const people = invited === 1 ? 'the person you invited' : `the ${invited} people you invited`;
    const allSponsors = `every sponsor on ${config.brand.name}`;
    const isInvitingLater = invited > 0 && !learner.emailVerifiedAt;
    const seers = [
      ...(request.isPublic ? [allSponsors] : []),
      ...(invited && !isInvitingLater ? [people] : []),
    ];
    const seenBy = seers.join(' and by ');
    const guardian = request.holds.includes('guardian') ? learner.guardianEmail : null;
    const isReviewed = request.holds.includes('review');
    return {
      to: learner.email,
      subject: `We received your request: ${request.courseTitle}`,
      title: `Your request is in, ${firstName(learner.fullName)}`,
      preheader: 'What you asked for, and what happens next.',
      blocks: [
        ...(guardian
          ? [
              `Your request waits for your guardian (${maskAddress(guardian)}). We have written to them; nobody else sees it until they agree. Did the mail not arrive? You can send it again, or change the address.`,
            ]
          : []),
        ...(isReviewed
          ? [
              `An operator looks at your request first; we write to you. ${seenBy && `Once it is approved, it can be seen by ${seenBy}.`}`,
            ]
          : seenBy
            ? [`Your request can ${guardian ? 'then' : 'now'} be seen by ${seenBy}.`]
            : []),
        {
          facts: [
            ...courseFacts(request),
            ['Price', formatMinor(request.priceMinor, request.currency)],
            ['Service fee', formatMinor(charge.feeMinor, request.currency)],
            ['A sponsor pays', formatMinor(charge.totalMinor, request.currency)],
          ],
        },
        ...(isInvitingLater
          ? [
              `Your invitations go out as soon as you have confirmed your own address: please open the link in our other mail. Until then we do not write to ${people}.`,
            ]
          : []),
        'You can change or withdraw the request on your dashboard until a sponsor pays.',
        learner.isMinor
          ? 'We write to you as soon as something happens.'
          : 'A sponsor may ask to meet you first, or pay at once. We write to you as soon as something happens.',
      ],
      action: guardian
        ? { label: 'Send it again, or change the address', url: `${config.publicUrl}/profile` }
        : { label: 'See your request', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this receipt because you asked for help with a course. It is always sent.',
    };
  },

  /** Composes the question whether a price is still right, and the mail that the request left the listing without an answer. */
  'confirm-price': async (id, { manager, config, revision }) => {
    const request = await manager.findOneBy(HelpRequestEntity, { id });
    if (request?.status !== 'pending' || !request.priceAskedAt) return undefined;
    const isUnlisted = revision > 0;
    if (isUnlisted !== request.needsPrice) return undefined;
    const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
    const price = formatMinor(request.priceMinor, request.currency);
    const claims = { sub: id, to: addressHash(learner.email), terms: request.terms };
    const until = formatDay(priceConfirmBy(request));
    return {
      to: learner.email,
      subject: isUnlisted
        ? `Sponsors do not see your request any more: ${request.courseTitle}`
        : `Is the price still right? ${request.courseTitle}`,
      title: isUnlisted ? 'Your request is not listed any more' : `Does it still cost ${price}?`,
      preheader: `One press confirms the price of ${request.courseTitle}.`,
      blocks: [
        isUnlisted
          ? `${firstName(learner.fullName)}, we did not hear whether the price of your course is still right. Sponsors see your request again as soon as you confirm it.`
          : `${firstName(learner.fullName)}, prices of courses change. Please look at the page of your course, and confirm the price with one press. Without it, sponsors do not see your request any more from ${until}.`,
        {
          facts: [...courseFacts(request), ['Price', price]],
        },
        'Has the price changed? Then change your request on your dashboard.',
      ],
      action: { label: `Yes, still ${price}`, url: await links.price.url(claims, config) },
      footer: 'You get this mail because of your request.',
    };
  },

  /**
   * Composes the invitation to a learner's private request; nothing when the request is no longer open. To an address that no
   * account has confirmed it shows a shortened name and the price, the course if the catalogue has it, and what the learner
   * typed only after an operator has read it (decision 049).
   */
  invitation: async (id, { manager, config }) => {
    const recipient = await manager.findOneBy(RecipientEntity, { id });
    const request = recipient && (await manager.findOneBy(HelpRequestEntity, { id: recipient.requestId }));
    if (!request || !isOpen(request.status) || isHidden(request.holds)) return undefined;
    const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
    const isConfirmed = await isConfirmedAddress(manager, recipient.email);
    const isRead = isConfirmed || isTextShown(request);
    const name = isConfirmed ? learner.fullName : nameForStranger(learner);
    const typed = { title: request.courseTitle, platform: request.platform };
    const course = isRead ? typed : await findCatalogueCourse(manager, request);
    const reason = isConfirmed ? request.motivation : startOfReason(request.motivation);
    return {
      to: recipient.email,
      subject: `${name} asks for your help with a course`,
      title: `${name} asks for your help`,
      preheader: `A private request for ${course?.title ?? 'an online course'}.`,
      blocks: [
        `${name} would like to take a course and asks you, in person, to help pay for it.`,
        {
          facts: [
            ...(course
              ? ([
                  ['Course', course.title],
                  ['Platform', course.platform],
                ] as const)
              : []),
            ['Price', formatMinor(request.priceMinor, request.currency)],
          ],
        },
        ...(isRead ? [{ quote: reason }] : []),
        {
          list: [
            `If you have an account as a sponsor, sign in with ${recipient.email}.`,
            `If you have none, sign up as a sponsor with ${recipient.email} and confirm the address with the mail that we send you. The request opens for this address alone.`,
          ],
        },
        `You do not need to pay: there is no obligation. Never pay anybody outside of ${config.brand.name}.`,
      ],
      action: { label: 'See the request', url: `${config.publicUrl}/help-learner?request=${request.id}` },
      footer: `You get this mail because ${name} entered your address on ${config.brand.name}.`,
    };
  },
} satisfies Mails;

/** Returns the course of a request's link as the catalogue names it; undefined for a course that the learner typed. */
async function findCatalogueCourse(
  manager: EntityManager,
  { link: url, platform }: Pick<HelpRequest, 'link' | 'platform'>,
): Promise<{ title: string; platform: string } | undefined> {
  const course = await manager.findOneBy(CourseEntity, { url, platform });
  return course ? { title: course.title, platform: course.platform } : undefined;
}
