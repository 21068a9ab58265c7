import type { EntityManager } from 'typeorm';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { type Appeal, AppealEntity } from '#services/safety/appeals/appeal.entity.ts';
import { appealPageUrl } from '#services/safety/appeals/appeal-link.ts';
import { RequestDecisionEntity } from '#services/safety/decisions/request-decision.entity.ts';
import { SuspensionEntity } from '#services/safety/suspensions/suspension.entity.ts';
import type { ComposeMail } from '../../mail/mail-composer.ts';

/** Notifies a person that their account is suspended, with the reason and the link to appeal. */
export const composeAccountSuspended: ComposeMail = async (id, { manager, config }) => {
  const suspension = await manager.findOneBy(SuspensionEntity, { id });
  const person = suspension && (await manager.findOneBy(UserEntity, { id: suspension.userId }));
  if (!person || suspension.liftedAt) return undefined;
  return {
    to: person.email,
    subject: `Your ${config.brand.name} account is suspended`,
    content: {
      title: `Your account is suspended, ${firstName(person.fullName)}`,
      preheader: 'The reason, and how to appeal.',
      blocks: [
        'An operator has suspended your account. You cannot sign in, your open requests are hidden, and your meetings are cancelled. The reason:',
        { quote: suspension.reason },
        'If you think that this is wrong, you can appeal once with the button below, without signing in. Another operator answers by mail.',
      ],
      action: { label: 'Appeal', url: await appealPageUrl(id, config) },
      footer: `You get this mail because you have an account on ${config.brand.name}. It is always sent.`,
    },
  };
};

/** Notifies a person that their suspension is lifted. */
export const composeAccountRestored: ComposeMail = async (id, { manager, config }) => {
  const suspension = await manager.findOneBy(SuspensionEntity, { id });
  const person = suspension && (await manager.findOneBy(UserEntity, { id: suspension.userId }));
  if (!person || !suspension.liftedAt) return undefined;
  return {
    to: person.email,
    subject: `Your ${config.brand.name} account works again`,
    content: {
      title: `Welcome back, ${firstName(person.fullName)}`,
      preheader: 'Your suspension is lifted.',
      blocks: [
        'Your suspension is lifted. You can sign in again, and your open requests are shown again. Meetings that were cancelled have to be arranged anew.',
      ],
      action: { label: 'Sign in', url: `${config.publicUrl}/user-auth` },
      footer: `You get this mail because you have an account on ${config.brand.name}. It is always sent.`,
    },
  };
};

/** Notifies the person who appealed of the answer. */
export const composeAppealAnswered: ComposeMail = async (id, { manager, config }) => {
  const appeal = await manager.findOneBy(AppealEntity, { id });
  const found = appeal?.answer ? await findAppellant(manager, appeal) : undefined;
  if (!appeal?.answer || !found) return undefined;
  const isGranted = appeal.outcome === 'granted';
  const { person, about } = found;
  return {
    to: person.email,
    subject: `Your appeal is ${isGranted ? 'granted' : 'answered'}: ${about}`,
    content: {
      title: isGranted ? 'Your appeal is granted' : 'The decision stands',
      preheader: 'The answer to your appeal.',
      blocks: [
        isGranted
          ? `Another operator looked at your appeal about ${about} and decided for you. The answer:`
          : `Another operator looked at your appeal about ${about}, and the decision stands. The answer:`,
        { quote: appeal.answer },
      ],
      ...(isGranted && {
        action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      }),
      footer: `You get this mail because you appealed on ${config.brand.name}. It is always sent.`,
    },
  };
};

async function findAppellant(manager: EntityManager, { requestDecisionId, suspensionId }: Appeal) {
  const suspension = suspensionId && (await manager.findOneBy(SuspensionEntity, { id: suspensionId }));
  const decision =
    requestDecisionId && (await manager.findOneBy(RequestDecisionEntity, { id: requestDecisionId }));
  const request = decision && (await manager.findOneBy(HelpRequestEntity, { id: decision.requestId }));
  const userId = request ? request.learnerId : suspension ? suspension.userId : undefined;
  const person = userId && (await manager.findOneBy(UserEntity, { id: userId }));
  return person ? { person, about: request ? request.courseTitle : 'your account' } : undefined;
}
