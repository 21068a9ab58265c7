import { listOf } from '#contracts/dashboard/request-state.ts';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { findPayer } from '#services/enrolments/documents.ts';
import { EnrolmentEntity, ProofEntity } from '#services/enrolments/enrolment.entity.ts';
import { PaymentEntity } from '#services/payments/payment.entity.ts';
import { PurchaseEntity } from '#services/purchases/purchase.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { courseFacts, type Mails } from '#workers/mail/mail-composer.ts';
import { readRequest } from '#workers/mail/read-request.ts';

export const enrolmentMails = {
  /** Notifies a learner that the proof of enrolment was added, or that an operator knows of it, without naming who. */
  enrolled: async (id, { manager, config }) => {
    const request = await manager.findOneBy(HelpRequestEntity, { id });
    const learner = request && (await manager.findOneBy(UserEntity, { id: request.learnerId }));
    if (!learner) return undefined;
    const { state, sentence } = await readRequest(manager, request);
    if (listOf(state) !== 'enrolled' && listOf(state) !== 'completed') return undefined;
    const hasProof = await manager.existsBy(ProofEntity, { requestId: id });
    return {
      to: learner.email,
      subject: `You are enrolled: ${request.courseTitle}`,
      title: `You are enrolled, ${firstName(learner.fullName)}`,
      preheader: `${request.courseTitle} is yours to take.`,
      blocks: [
        hasProof
          ? 'The proof of your enrolment is in. You can look at it on your dashboard.'
          : 'Our staff has confirmed that you are enrolled. If you are not, please reply to this mail.',
        { facts: courseFacts(request) },
        ...(request.delivery === 'platform-login'
          ? ['We have erased the platform password that you gave us; nobody needs it any more.']
          : []),
        sentence,
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this mail because a course was paid for you.',
    };
  },

  /** Notifies the sponsor who paid that the learner has finished; the certificate itself is not attached. */
  'certificate-uploaded': async (id, { manager, config }) => {
    const enrolment = await manager.findOneBy(EnrolmentEntity, { id });
    const payerId = enrolment?.requestId && (await findPayer(manager, enrolment.requestId));
    if (!payerId) return undefined;
    const payer = await manager.findOneByOrFail(UserEntity, { id: payerId });
    const learner = await manager.findOneByOrFail(UserEntity, { id: enrolment.userId });
    const name = firstName(learner.fullName);
    return {
      to: payer.email,
      subject: `${name} finished the course: ${enrolment.title}`,
      title: `${name} made it, ${firstName(payer.fullName)}`,
      preheader: `A certificate for ${enrolment.title} was uploaded.`,
      blocks: [
        `${learner.fullName} has uploaded a certificate of completion for ${enrolment.title}, the course that you paid for.`,
        'The learner reports this; we do not check certificates. You can look at it on your dashboard as soon as the learner shows it to you.',
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this mail because you paid for this course.',
    };
  },

  /** Notifies the payer that operators do not accept the proof that came before the course was bought, unless another one is in or the purchase has ended. */
  'proof-rejected': async (id, { manager, config }) => {
    const purchase = await manager.findOneBy(PurchaseEntity, { id });
    if (!purchase?.proofRejection || purchase.status === 'failed') return undefined;
    const { payerId } = await manager.findOneByOrFail(PaymentEntity, { id: purchase.paymentId });
    const payer = await manager.findOneBy(UserEntity, { id: payerId });
    if (!payer) return undefined;
    const request = await manager.findOneByOrFail(HelpRequestEntity, { id: purchase.requestId });
    return {
      to: payer.email,
      subject: `We could not accept your proof: ${request.courseTitle}`,
      title: `We need another document, ${firstName(payer.fullName)}`,
      preheader: 'The reason, and what happens next.',
      blocks: [
        `We have checked the proof of enrolment that you added for ${request.courseTitle}, and cannot accept it. We have deleted the document.`,
        `The reason: ${purchase.proofRejection}`,
        'If you bought the course yourself, you can add another document on your dashboard. If not, you need not do anything: we buy the course with your payment.',
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this mail because you paid for this course.',
    };
  },
} satisfies Mails;
