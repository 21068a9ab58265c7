import { chargeFor, formatMinor } from '#contracts/money.ts';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { RecipientEntity } from '#services/requests/recipient.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import type { ComposeMail } from '../../mail/mail-composer.ts';

/** Composes the confirmation to the learner that a request was received. */
export const composeRequestReceived: ComposeMail = async (id, { manager, config }) => {
  const request = await manager.findOneBy(HelpRequestEntity, { id });
  const learner = request && (await manager.findOneBy(UserEntity, { id: request.learnerId }));
  if (!learner) return undefined;
  const charge = chargeFor(request.priceMinor, config.payment.serviceFeeBasisPoints);
  const invited = await manager.countBy(RecipientEntity, { requestId: id });
  const people = invited === 1 ? 'the person you invited' : `the ${invited} people you invited`;
  const allSponsors = `every sponsor on ${config.brand.name}`;
  const seenBy = request.isPublic ? (invited ? `${allSponsors} and by ${people}` : allSponsors) : people;
  return {
    to: learner.email,
    subject: `We received your request: ${request.courseTitle}`,
    content: {
      title: `Your request is in, ${firstName(learner.fullName)}`,
      preheader: 'What you asked for, and what happens next.',
      blocks: [
        request.holds.includes('review')
          ? `An operator looks at your request first. Once it is approved, it can be seen by ${seenBy}; we write to you.`
          : `Your request can now be seen by ${seenBy}.`,
        {
          facts: [
            ['Course', request.courseTitle],
            ['Platform', request.platform],
            ['Price', formatMinor(request.priceMinor, request.currency)],
            ['Service fee', formatMinor(charge.feeMinor, request.currency)],
            ['A sponsor pays', formatMinor(charge.totalMinor, request.currency)],
          ],
        },
        ...(invited && !learner.emailVerifiedAt
          ? [
              'Your invitations go out as soon as you have confirmed your own address: please open the link in our other mail.',
            ]
          : []),
        'You can change or withdraw the request on your dashboard until a sponsor pays.',
        'A sponsor may ask to meet you first, or pay at once. We write to you as soon as something happens.',
      ],
      action: { label: 'See your request', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this receipt because you asked for help with a course. It is always sent.',
    },
  };
};
