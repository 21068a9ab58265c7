import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { ProofEntity } from '#services/enrolments/proof.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import type { ComposeMail } from '#workers/mail/mail-composer.ts';

/** Notifies a learner that the proof of enrolment was added, or that an operator knows of it, without naming who. */
export const composeEnrolled: ComposeMail = async (id, { manager, config }) => {
  const request = await manager.findOneBy(HelpRequestEntity, { id });
  const learner = request && (await manager.findOneBy(UserEntity, { id: request.learnerId }));
  if (!learner) return undefined;
  const hasProof = await manager.existsBy(ProofEntity, { requestId: id });
  return {
    to: learner.email,
    subject: `You are enrolled: ${request.courseTitle}`,
    content: {
      title: `You are enrolled, ${firstName(learner.fullName)}`,
      preheader: `${request.courseTitle} is yours to take.`,
      blocks: [
        hasProof
          ? 'The proof of your enrolment is in. You can look at it on your dashboard.'
          : 'Our staff has confirmed that you are enrolled. If you are not, please reply to this mail.',
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
