import type { EntityManager } from 'typeorm';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { CaseEntity } from '#services/cases/case.entity.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { RequestDecisionEntity } from '#services/safety/decisions/request-decision.entity.ts';
import { ReportEntity } from '#services/safety/reports/report.entity.ts';
import type { ComposeMail } from '../../mail/mail-composer.ts';

/** Notifies a learner that an operator approved their request. */
export const composeRequestApproved: ComposeMail = async (id, { manager, config }) => {
  const found = await findDecision(manager, id, 'approved');
  if (!found) return undefined;
  const { request, learner } = found;
  return {
    to: learner.email,
    subject: `Your request is approved: ${request.courseTitle}`,
    content: {
      title: `Your request is approved, ${firstName(learner.fullName)}`,
      preheader: 'Sponsors can see it from now on.',
      blocks: ['We have looked at your request. Sponsors can see it from now on.'],
      action: { label: 'See your request', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this mail because you asked for help with a course. It is always sent.',
    },
  };
};

/** Notifies a learner that an operator rejected their request, with the reason and how to appeal. */
export const composeRequestRejected: ComposeMail = async (id, { manager, config }) => {
  const found = await findDecision(manager, id, 'rejected');
  if (!found) return undefined;
  const { request, learner, decision } = found;
  return {
    to: learner.email,
    subject: `Your request is not shown to sponsors: ${request.courseTitle}`,
    content: {
      title: `We cannot show your request, ${firstName(learner.fullName)}`,
      preheader: 'The reason, and what you can do.',
      blocks: [
        `An operator looked at your request for ${request.courseTitle} and decided not to show it. The reason:`,
        { quote: decision.reason },
        'You can change the request on your dashboard; then it is looked at again. If you think that the decision is wrong, you can appeal once: another operator answers.',
      ],
      action: { label: 'Open your dashboard', url: `${config.publicUrl}/dashboard` },
      footer: 'You get this mail because you asked for help with a course. It is always sent.',
    },
  };
};

/** Notifies a reporter of the outcome of a report; names neither the people nor what was decided about them. */
export const composeReportDecided: ComposeMail = async (id, { manager, config }) => {
  const report = await manager.findOneBy(ReportEntity, { id });
  const found = report && (await manager.findOneBy(CaseEntity, { id: report.caseId }));
  if (!report?.email || found?.status !== 'closed') return undefined;
  const isUpheld = found.outcome === 'upheld';
  return {
    to: report.email,
    subject: `Your report to ${config.brand.name}: ${isUpheld ? 'we acted on it' : 'we found nothing against our rules'}`,
    content: {
      title: 'Thank you for your report',
      preheader: 'What came of it.',
      blocks: [
        isUpheld
          ? 'An operator looked at what you reported. You were right, and we have acted on it.'
          : 'An operator looked at what you reported and found nothing against our rules, so it stays as it is.',
        'For the privacy of the people in question we cannot say more. Nobody is told who made a report.',
      ],
      footer: `You get this mail because this address was left with a report on ${config.brand.name}. If that was not you, you can ignore it.`,
    },
  };
};

/** Returns a decision with its request and learner, unless a later one replaced it. */
async function findDecision(manager: EntityManager, id: string, expected: 'approved' | 'rejected') {
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
}
