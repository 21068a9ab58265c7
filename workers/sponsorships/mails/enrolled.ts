import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import type { ComposeMail } from '../../mail/mail-composer.ts';

/** Notifies a learner that the proof of enrolment was added, without naming who added it. */
export const composeEnrolled: ComposeMail = async (id, { manager, config }) => {
  const request = await manager.findOneBy(HelpRequestEntity, { id });
  const learner = request && (await manager.findOneBy(UserEntity, { id: request.learnerId }));
  if (!learner) return undefined;
  return {
    to: learner.email,
    subject: `You are enrolled: ${request.courseTitle}`,
    content: {
      title: `You are enrolled, ${firstName(learner.fullName)}`,
      preheader: `${request.courseTitle} is yours to take.`,
      blocks: [
        'The proof of your enrolment is in. You can look at it on your dashboard.',
        {
          facts: [
            ['Course', request.courseTitle],
            ['Platform', request.platform],
          ],
        },
        ...(request.delivery === 'platform-login'
          ? ['We have erased the platform password that you gave us; nobody needs it any more.']
          : []),
        'When you have finished, upload your certificate: it is the best thank-you there is.',
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this mail because a course was paid for you.',
    },
  };
};
