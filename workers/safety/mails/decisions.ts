import type { EntityManager } from 'typeorm';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { CaseEntity } from '#services/cases/cases.entity.ts';
import { links } from '#services/platform/tokens/links.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import {
  type Appeal,
  AppealEntity,
  ReportEntity,
  RequestDecisionEntity,
  SuspensionEntity,
} from '#services/safety/safety.entity.ts';
import { type Mails, mailAbout } from '../../mail/mail-composer.ts';

export const decisionMails = {
  'request-approved': mailAbout(findDecision('approved'), ({ request, learner }, { config }) => ({
    to: learner.email,
    subject: `Your request is approved: ${request.courseTitle}`,
    title: `Your request is approved, ${firstName(learner.fullName)}`,
    preheader: 'Sponsors can see it from now on.',
    blocks: ['We have looked at your request. Sponsors can see it from now on.'],
    action: { label: 'See your request', url: `${config.publicUrl}/dashboard` },
    footer: 'You get this mail because you asked for help with a course. It is always sent.',
  })),

  /** Notifies a learner that an operator rejected their request, with the reason and how to appeal. */
  'request-rejected': mailAbout(findDecision('rejected'), ({ request, learner, decision }, { config }) => ({
    to: learner.email,
    subject: `Your request is not shown to sponsors: ${request.courseTitle}`,
    title: `We cannot show your request, ${firstName(learner.fullName)}`,
    preheader: 'The reason, and what you can do.',
    blocks: [
      `An operator looked at your request for ${request.courseTitle} and decided not to show it. The reason:`,
      { quote: decision.reason },
      'You can change the request on your dashboard; then it is looked at again. If you think that the decision is wrong, you can appeal once: another operator answers.',
    ],
    action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
    footer: 'You get this mail because you asked for help with a course. It is always sent.',
  })),
  /** Notifies a reporter of the outcome of a report; names neither the people nor what was decided about them. */
  'report-decided': async (id, { manager, config }) => {
    const report = await manager.findOneBy(ReportEntity, { id });
    const reportCase = report && (await manager.findOneBy(CaseEntity, { id: report.caseId }));
    if (!report?.email || reportCase?.status !== 'closed') return undefined;
    const isUpheld = reportCase.outcome === 'upheld';
    return {
      to: report.email,
      subject: `Your report to ${config.brand.name}: ${isUpheld ? 'we acted on it' : 'we found nothing against our rules'}`,
      title: 'Thank you for your report',
      preheader: 'What came of it.',
      blocks: [
        isUpheld
          ? 'An operator looked at what you reported. You were right, and we have acted on it.'
          : 'An operator looked at what you reported and found nothing against our rules, so it stays as it is.',
        'For the privacy of the people in question we cannot say more. Nobody is told who made a report.',
      ],
      footer: `You get this mail because this address was left with a report on ${config.brand.name}. If that was not you, you can ignore it.`,
    };
  },

  /** Notifies a person that their account is suspended, with the reason and the link to appeal. */
  'account-suspended': mailAbout(findSuspended, async ({ suspension, person }, { config }) => {
    if (suspension.liftedAt) return undefined;
    return {
      to: person.email,
      subject: `Your ${config.brand.name} account is suspended`,
      title: `Your account is suspended, ${firstName(person.fullName)}`,
      preheader: 'The reason, and how to appeal.',
      blocks: [
        'An operator has suspended your account. You cannot sign in, your open requests are hidden, and your meetings are cancelled. The reason:',
        { quote: suspension.reason },
        'If you think that this is wrong, you can appeal once with the button below, without signing in. An operator who did not ask for it answers by mail.',
      ],
      action: { label: 'Appeal', url: await links.appeal.url({ sub: suspension.id }, config) },
      footer: `You get this mail because you have an account on ${config.brand.name}. It is always sent.`,
    };
  }),

  'account-restored': mailAbout(findSuspended, ({ suspension, person }, { config }) => {
    if (!suspension.liftedAt) return undefined;
    return {
      to: person.email,
      subject: `Your ${config.brand.name} account works again`,
      title: `Welcome back, ${firstName(person.fullName)}`,
      preheader: 'Your suspension is lifted.',
      blocks: [
        'Your suspension is lifted. You can sign in again, and your open requests are shown again. Meetings that were cancelled have to be arranged anew.',
      ],
      action: { label: 'Sign in', url: `${config.publicUrl}/user-auth` },
      footer: `You get this mail because you have an account on ${config.brand.name}. It is always sent.`,
    };
  }),

  'appeal-answered': async (id, { manager, config }) => {
    const appeal = await manager.findOneBy(AppealEntity, { id });
    const appellant = appeal?.answer ? await findAppellant(manager, appeal) : undefined;
    if (!appeal?.answer || !appellant) return undefined;
    const isGranted = appeal.outcome === 'granted';
    const { person, about, isByApprover } = appellant;
    const who = isByApprover ? 'A lead' : 'Another operator';
    return {
      to: person.email,
      subject: `Your appeal is ${isGranted ? 'granted' : 'answered'}: ${about}`,
      title: isGranted ? 'Your appeal is granted' : 'The decision stands',
      preheader: 'The answer to your appeal.',
      blocks: [
        isGranted
          ? `${who} looked at your appeal about ${about} and decided for you. The answer:`
          : `${who} looked at your appeal about ${about}, and the decision stands. The answer:`,
        { quote: appeal.answer },
      ],
      ...(isGranted && {
        action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      }),
      footer: `You get this mail because you appealed on ${config.brand.name}. It is always sent.`,
    };
  },
} satisfies Mails;

/** Returns what finds a decision of this kind with its request and learner, unless a later one replaced it. */
function findDecision(expected: 'approved' | 'rejected') {
  return async (manager: EntityManager, id: string) => {
    const decision = await manager.findOneBy(RequestDecisionEntity, { id, decision: expected });
    if (!decision) return undefined;
    const { requestId } = decision;
    const [latest] = await manager.find(RequestDecisionEntity, {
      where: { requestId },
      order: { createdAt: 'DESC' },
      take: 1,
    });
    const request = await manager.findOneBy(HelpRequestEntity, { id: requestId });
    const learner = request && (await manager.findOneBy(UserEntity, { id: request.learnerId }));
    return learner && latest?.id === id ? { decision, request, learner } : undefined;
  };
}

async function findSuspended(manager: EntityManager, id: string) {
  const suspension = await manager.findOneBy(SuspensionEntity, { id });
  const person = suspension && (await manager.findOneBy(UserEntity, { id: suspension.userId }));
  return person ? { suspension, person } : undefined;
}

async function findAppellant(
  manager: EntityManager,
  { requestDecisionId, suspensionId, answeredById }: Appeal,
) {
  const suspension = suspensionId && (await manager.findOneBy(SuspensionEntity, { id: suspensionId }));
  const decision =
    requestDecisionId && (await manager.findOneBy(RequestDecisionEntity, { id: requestDecisionId }));
  const request = decision && (await manager.findOneBy(HelpRequestEntity, { id: decision.requestId }));
  const userId = request ? request.learnerId : suspension ? suspension.userId : undefined;
  const person = userId && (await manager.findOneBy(UserEntity, { id: userId }));
  if (!person) return undefined;
  const isByApprover = suspension && answeredById !== null && suspension.approvedById === answeredById;
  return { person, about: request ? request.courseTitle : 'your account', isByApprover };
}
