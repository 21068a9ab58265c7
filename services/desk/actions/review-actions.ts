import { closeCase } from '#services/cases/close-case.ts';
import { answerAppeal } from '#services/safety/appeals.ts';
import { decideRequest } from '#services/safety/request-decisions.ts';
import { type CaseAction, defineAction, field } from './case-action.ts';

const appliesTo: CaseAction['appliesTo'] = ({ subject }) => subject.request !== null;

const approveRequest = defineAction(['request_review'], {
  appliesTo,
  name: 'approve-request',
  label: 'Approve the request',
  hint: 'Sponsors see it from now on, invitations go out, and the learner gets a mail. Opening the case again lets you reject it.',
  async run(manager, { case: { id, subjectId: requestId }, operator }) {
    const reason = 'It can be shown.';
    await decideRequest(manager, { requestId, decision: 'approved', reason, operatorId: operator.id });
    await closeCase(manager, { id }, { outcome: 'approved', reason, actorId: operator.id });
    return reason;
  },
});

const rejectRequest = defineAction(['request_review'], {
  appliesTo,
  name: 'reject-request',
  label: 'Reject the request',
  hint: 'It stays hidden. The learner reads the reason, can change the request, and can appeal once to another operator. Opening the case again lets you approve it.',
  fields: [field('text', 'reason', 'Reason', 'The learner reads it.')],
  async run(manager, { case: { id, subjectId: requestId }, operator }, { reason = '' }) {
    await decideRequest(manager, { requestId, decision: 'rejected', reason, operatorId: operator.id });
    await closeCase(manager, { id }, { outcome: 'rejected', reason, actorId: operator.id });
    return reason;
  },
});

/** Actions on requests that wait for approval. */
export const reviewActions: readonly CaseAction[] = [approveRequest, rejectRequest];

function appealAction(outcome: 'granted' | 'denied', texts: Pick<CaseAction, 'name' | 'label' | 'hint'>) {
  return defineAction(['appeal'], {
    ...texts,
    isFinal: true,
    fields: [field('text', 'answer', 'Answer', 'It is mailed word by word.')],
    async run(manager, { case: { id, subjectType: type, subjectId }, operator }, { answer = '' }) {
      const subject = { type, id: subjectId };
      await answerAppeal(manager, { subject, outcome, answer, operatorId: operator.id });
      await closeCase(manager, { id }, { outcome, reason: answer, actorId: operator.id });
      return answer;
    },
  });
}

/** Actions on appeals; the operator who decided before may do neither. */
export const appealActions: readonly CaseAction[] = [
  appealAction('granted', {
    name: 'grant-appeal',
    label: 'Grant the appeal',
    hint: 'Shows the request again, or lifts the suspension, and mails your answer.',
  }),
  appealAction('denied', {
    name: 'deny-appeal',
    label: 'Deny the appeal',
    hint: 'The decision stands. Your answer is mailed; there is no further appeal.',
  }),
];
