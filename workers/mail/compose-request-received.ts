import { chargeFor, formatMinor } from '#contracts/money.ts';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import type { ComposeMail } from './mail-composer.ts';

/** Tells a learner that the request arrived and what happens next. */
export const composeRequestReceived: ComposeMail = async (id, { manager, config }) => {
  const request = await manager.findOneBy(HelpRequestEntity, { id });
  const learner = request && (await manager.findOneBy(UserEntity, { id: request.learnerId }));
  if (!learner) return undefined;
  const seenBy = request.isPublic ? 'every sponsor on CourseLift' : 'the people you invited';
  return {
    to: learner.email,
    subject: `We received your request: ${request.courseTitle}`,
    content: {
      title: `Your request is in, ${firstName(learner.fullName)}`,
      preheader: 'What you asked for, and what happens next.',
      blocks: [
        `Your request can now be seen by ${seenBy}.`,
        {
          facts: [
            ['Course', request.courseTitle],
            ['Platform', request.platform],
            ['Price', formatMinor(request.priceMinor, request.currency)],
            ['A sponsor pays', formatMinor(chargeFor(request.priceMinor).totalMinor, request.currency)],
          ],
        },
        'A sponsor may ask to meet you first, or pay at once. We write to you as soon as something happens.',
      ],
      action: { label: 'See your request', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this mail because you asked for help with a course.',
    },
  };
};
