import { formatMinor } from '#contracts/money.ts';
import { isHidden } from '#contracts/requests/request-holds.ts';
import { isOpen } from '#contracts/requests/request-status.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { RecipientEntity } from '#services/requests/recipient.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import type { ComposeMail } from '../../mail/mail-composer.ts';
import { findCatalogueCourse, isConfirmedAddress } from '../../mail/typed-text.ts';

/**
 * Composes the invitation to a learner's private request; nothing when the request is no longer open. An address that no
 * account has confirmed gets the learner's name and the price, and the course if the catalogue has it, but no text that the
 * learner typed (decision 049).
 */
export const composeInvitation: ComposeMail = async (id, { manager, config }) => {
  const recipient = await manager.findOneBy(RecipientEntity, { id });
  const request = recipient && (await manager.findOneBy(HelpRequestEntity, { id: recipient.requestId }));
  if (!request || !isOpen(request.status) || isHidden(request.holds)) return undefined;
  const learner = await manager.findOneByOrFail(UserEntity, { id: request.learnerId });
  const isConfirmed = await isConfirmedAddress(manager, recipient.email);
  const typed = { title: request.courseTitle, platform: request.platform };
  const course = isConfirmed ? typed : await findCatalogueCourse(manager, request);
  return {
    to: recipient.email,
    subject: `${learner.fullName} asks for your help with a course`,
    content: {
      title: `${learner.fullName} asks for your help`,
      preheader: `A private request for ${course?.title ?? 'an online course'}.`,
      blocks: [
        `${learner.fullName} would like to take a course and asks you, in person, to help pay for it.`,
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
        ...(isConfirmed ? [{ quote: request.motivation }] : []),
        {
          list: [
            `If you have an account as a sponsor, sign in with ${recipient.email}.`,
            `If you have none, sign up as a sponsor with ${recipient.email} and confirm the address with the mail that we send you. The request opens for this address alone.`,
          ],
        },
        `There is no obligation. Never pay anybody outside of ${config.brand.name}.`,
      ],
      action: { label: 'See the request', url: `${config.publicUrl}/help-learner?request=${request.id}` },
      footer: `You get this mail because ${learner.fullName} entered your address on ${config.brand.name}.`,
    },
  };
};
