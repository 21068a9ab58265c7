import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { EnrolmentEntity } from '#services/enrolments/enrolment.entity.ts';
import { findPayer } from '#services/enrolments/find-payer.ts';
import type { ComposeMail } from '#workers/mail/mail-composer.ts';

/** Notifies the sponsor who paid that the learner has finished; the certificate itself is not attached. */
export const composeCertificateUploaded: ComposeMail = async (id, { manager, config }) => {
  const enrolment = await manager.findOneBy(EnrolmentEntity, { id });
  const payerId = enrolment?.requestId && (await findPayer(manager, enrolment.requestId));
  if (!payerId) return undefined;
  const payer = await manager.findOneByOrFail(UserEntity, { id: payerId });
  const learner = await manager.findOneByOrFail(UserEntity, { id: enrolment.userId });
  const name = firstName(learner.fullName);
  return {
    to: payer.email,
    subject: `${name} finished the course: ${enrolment.title}`,
    content: {
      title: `${name} made it, ${firstName(payer.fullName)}`,
      preheader: `A certificate for ${enrolment.title} was uploaded.`,
      blocks: [
        `${learner.fullName} has uploaded a certificate of completion for ${enrolment.title}, the course that you paid for.`,
        'The learner reports this; we do not check certificates. You can look at it on your dashboard as soon as the learner shows it to you.',
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this mail because you paid for this course.',
    },
  };
};
