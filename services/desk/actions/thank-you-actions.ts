import { CaseActEntity } from '#services/cases/cases.entity.ts';
import { closeCase } from '#services/cases/close-case.ts';
import { declineThankYou, deliverThankYou } from '#services/thanks/decide-thank-you.ts';
import { type CaseAction, defineAction, field } from './case-action.ts';

const deliver = defineAction(['request_review'], {
  name: 'deliver-thank-you',
  hint: 'The sponsor reads them in a mail and on the dashboard. Opening the case again lets you take them back.',
  appliesTo: ({ subject: { thankYou } }) => thankYou?.status === 'held' || thankYou?.status === 'declined',
  async run(manager, { case: { id, subjectId }, operator }) {
    const reason = 'They can be read by the sponsor.';
    await deliverThankYou(manager, subjectId);
    await closeCase(manager, { id }, { outcome: 'delivered', reason, actorId: operator.id });
    return reason;
  },
});

const decline = defineAction(['request_review'], {
  name: 'decline-thank-you',
  hint: 'The sponsor does not read them, or no longer. The learner reads the reason in a mail and can write other words, which come here again. Opening the case again lets you deliver these.',
  fields: [
    field(
      'text',
      'reason',
      'Reason',
      'The learner reads it. Be kind, and say what would make the words fine.',
    ),
  ],
  // Also of words that were deleted with an account, so that their case can be closed.
  appliesTo: ({ case: { subjectType } }) => subjectType === 'thank_you',
  async run(manager, { case: { id, subjectId }, operator }, { reason = '' }) {
    const revision = await manager.countBy(CaseActEntity, { caseId: id, act: 'closed' });
    await declineThankYou(manager, { id: subjectId, reason, revision });
    await closeCase(manager, { id }, { outcome: 'declined', reason, actorId: operator.id });
    return reason;
  },
});

/** Actions on words of a learner that an operator reads before the sponsor does. */
export const thankYouActions: readonly CaseAction[] = [deliver, decline];
