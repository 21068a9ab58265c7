import type { EntityManager } from 'typeorm';
import { type Approval, approveAct, type GuardedAct } from '#services/cases/approval.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { removeNote } from '#services/meetings/meetings.ts';
import { conflict } from '#services/platform/errors.ts';
import { changeHolds } from '#services/requests/change-request.ts';
import { notifyReporters } from '#services/safety/reports.ts';
import { decideRequest } from '#services/safety/request-decisions.ts';
import { findSuspension } from '#services/safety/suspensions.ts';
import { removeThankYou } from '#services/thanks/decide-thank-you.ts';
import { approvalObstacle } from '../approvals/approval-obstacle.ts';
import { markHidden } from '../catalogue/change-course.ts';
import {
  type ActionClient,
  type ActionContext,
  type CaseAction,
  defineAction,
  field,
  managerOf,
  refusalOf,
} from './case-action.ts';

const reason = field('text', 'reason', 'Reason');

const isAboutLearner = ({ case: { subjectType }, subject }: ActionContext) =>
  subjectType === 'user' && subject.person?.role === 'learner';
const isAboutRequest = ({ case: { subjectType } }: ActionContext) => subjectType === 'request';
// A report about a thank-you decides nothing about its request.
const holdsOf = (context: ActionContext) =>
  isAboutRequest(context) ? (context.subject.request?.holds ?? []) : [];

const isPaused = (context: ActionContext) =>
  isAboutLearner(context) ? context.subject.person?.isPaused === true : holdsOf(context).includes('frozen');

function targetOf({ case: { subjectType, subjectId } }: ActionContext) {
  return subjectType === 'request' ? { requestId: subjectId } : { learnerId: subjectId };
}

const subjectOf = ({ case: { subjectType, subjectId } }: ActionContext) => `${subjectType}:${subjectId}`;

const pausePayments = defineAction(['report'], {
  name: 'pause-payments',
  hint: 'New payments and meetings are refused, and a paid course is not bought, until you decide. Sponsors still see the request. “Resume payments” undoes it.',
  fields: [reason],
  appliesTo: (context) =>
    (isAboutLearner(context) && !isPaused(context)) ||
    (isAboutRequest(context) && holdsOf(context).length === 0),
  async run(manager, context, { reason: why = '' }) {
    await changeHolds(manager, targetOf(context), { add: ['frozen'] });
    return why;
  },
});

/** Ends the pause of payments; a second operator approves it. */
export const resumePayments = defineAction(['report'], {
  name: 'resume-payments',
  hint: 'Payments, meetings and purchases are possible again; the report stays open. With two pairs of eyes another operator approves it.',
  fields: [reason],
  appliesTo: isPaused,
  obstacle: approvalObstacle('resume_payments'),
  async run(manager, context, { reason: why = '' }) {
    const approval = await approve(manager, context, 'report.resume', why);
    if (approval) await changeHolds(manager, targetOf(context), { remove: ['frozen'] });
    return describe(approval, why);
  },
});

/** Shows a request again that an upheld report has hidden; a second operator approves it. */
export const showAgain = defineAction(['report'], {
  name: 'show-again',
  hint: 'Undoes an upheld report: sponsors see the request again, and the learner reads it in a mail. With two pairs of eyes another operator approves it.',
  fields: [reason],
  appliesTo: (context) => holdsOf(context).includes('rejected'),
  obstacle: approvalObstacle('show_request'),
  async run(manager, context, { reason: why = '' }) {
    const approval = await approve(manager, context, 'request.show', why);
    const decision = { requestId: context.case.subjectId, operatorId: context.operator.id };
    if (approval)
      await decideRequest(manager, { ...decision, decision: 'approved', reason: approval.reason });
    return describe(approval, why);
  },
});

const upholdReport = defineAction(['report'], {
  name: 'uphold',
  hint: 'Closes the case and mails the outcome to the reporters. A request is hidden, and its learner reads the reason and may appeal. A person is suspended on their own page. A note is removed from its meeting, and a thank-you from the sponsor’s dashboard. A course is hidden, and can be shown again on its page of the catalogue. Opening the case again lets you show the request again.',
  fields: [{ ...reason, hint: 'A learner reads it. Do not say who reported.' }],
  obstacle: (context, client) => refusalOf(() => rejectWhilePaused(client, context)),
  async run(manager, context, { reason: why = '' }) {
    const { id, subjectId } = context.case;
    const operatorId = context.operator.id;
    if (isAboutLearner(context)) await endPause(manager, context);
    if (isAboutRequest(context))
      await decideRequest(manager, { requestId: subjectId, decision: 'rejected', reason: why, operatorId });
    if (context.case.subjectType === 'meeting') await removeNote(manager, subjectId);
    if (context.case.subjectType === 'thank_you') await removeThankYou(manager, subjectId);
    // A course that was deleted since needs no hiding.
    if (context.subject.course) await markHidden(manager, { id: subjectId, reason: why, operatorId });
    await closeCase(manager, { id }, { outcome: 'upheld', reason: why, actorId: operatorId });
    await notifyReporters(manager, id);
    return why;
  },
});

/** Closes a report without a consequence; a second operator approves it while payments are paused. */
export const dismissReport = defineAction(['report'], {
  name: 'dismiss',
  hint: 'Closes the case, resumes paused payments, and mails the outcome to the reporters. With two pairs of eyes another operator approves it when payments are paused. Opening the case again undoes it.',
  fields: [reason],
  obstacle: approvalObstacle('dismiss_report'),
  async run(manager, context, { reason: why = '' }) {
    const { id } = context.case;
    const approval = isPaused(context) && (await approve(manager, context, 'report.dismiss', why));
    if (approval === undefined) return describe(approval, why);
    if (approval !== false) await changeHolds(manager, targetOf(context), { remove: ['frozen'] });
    const ending = { outcome: 'dismissed' as const, reason: approval ? approval.reason : why };
    await closeCase(manager, { id }, { ...ending, actorId: context.operator.id });
    await notifyReporters(manager, id);
    return why;
  },
});

// A report about a suspended learner needs no pause: the suspension hides the requests.
async function rejectWhilePaused(client: ActionClient, context: ActionContext): Promise<void> {
  if (!isAboutLearner(context) || !isPaused(context)) return;
  if (!(await findSuspension(managerOf(client), context.case.subjectId)))
    throw conflict(
      'Payments are paused. Suspend this learner on their page, or resume payments, before you uphold it.',
    );
}

async function endPause(manager: EntityManager, context: ActionContext): Promise<void> {
  await rejectWhilePaused(manager, context);
  if (isPaused(context)) await changeHolds(manager, targetOf(context), { remove: ['frozen'] });
}

/** Returns the approval of an act on the subject of the case; undefined while it waits for a second operator. */
function approve(
  manager: EntityManager,
  context: ActionContext,
  action: GuardedAct['action'],
  reason: string,
) {
  const { id: caseId } = context.case;
  const act = { action, subject: subjectOf(context), caseId, operatorId: context.operator.id, reason };
  return approveAct(manager, act, context.approval.isFourEyes);
}

function describe(approval: Approval | undefined, why: string): string {
  return approval ? why : `Waits for a second operator: ${why}`;
}

/** Actions on reports. */
export const reportActions: readonly CaseAction[] = [
  pausePayments,
  resumePayments,
  showAgain,
  upholdReport,
  dismissReport,
];
