import { closeCase } from '#services/cases/close-case.ts';
import { decideInvitationText } from '#services/requests/invitation-text.ts';
import { answerAppeal } from '#services/safety/appeals.ts';
import { decideRequest } from '#services/safety/request-decisions.ts';
import { type CaseAction, defineAction, field } from './case-action.ts';

const appliesTo: CaseAction['appliesTo'] = ({ case: { subjectType }, subject }) =>
  subjectType === 'request' && subject.request !== null;

const isHeld: CaseAction['appliesTo'] = (context) =>
  appliesTo(context) &&
  context.subject.request?.holds.some((hold) => hold === 'review' || hold === 'rejected') === true;

const approveRequest = defineAction(['request_review'], {
  appliesTo: isHeld,
  name: 'approve-request',
  hint: 'Sponsors see it from now on, invitations go out and show its text, and the learner gets a mail. Opening the case again lets you reject it.',
  async run(manager, { case: { id, subjectId: requestId }, operator }) {
    const reason = 'It can be shown.';
    await decideRequest(manager, { requestId, decision: 'approved', reason, operatorId: operator.id });
    await decideInvitationText(manager, requestId, true);
    await closeCase(manager, { id }, { outcome: 'approved', reason, actorId: operator.id });
    return reason;
  },
});

const rejectRequest = defineAction(['request_review'], {
  appliesTo,
  name: 'reject-request',
  hint: 'It is hidden. The learner reads the reason, can change the request, and can appeal once to another operator. Opening the case again lets you approve it.',
  fields: [field('text', 'reason', 'Reason', 'The learner reads it.')],
  async run(manager, { case: { id, subjectId: requestId }, operator }, { reason = '' }) {
    await decideRequest(manager, { requestId, decision: 'rejected', reason, operatorId: operator.id });
    await closeCase(manager, { id }, { outcome: 'rejected', reason, actorId: operator.id });
    return reason;
  },
});

/** Actions on requests that wait for approval. */
export const reviewActions: readonly CaseAction[] = [approveRequest, rejectRequest];

function textAction(isShown: boolean, texts: Pick<CaseAction, 'name' | 'hint'>) {
  return defineAction(['request_review'], {
    ...texts,
    appliesTo: (context) => appliesTo(context) && !isHeld(context),
    async run(manager, { case: { id, subjectId: requestId }, operator }) {
      const reason = isShown ? 'Invitations show the text.' : 'Invitations do not show the text.';
      await decideInvitationText(manager, requestId, isShown);
      const outcome = isShown ? 'shown' : 'not_shown';
      await closeCase(manager, { id }, { outcome, reason, actorId: operator.id });
      return reason;
    },
  });
}

/** Actions on the text of a request that invites addresses which no account has confirmed. */
export const invitationTextActions: readonly CaseAction[] = [
  textAction(true, {
    name: 'show-in-invitations',
    hint: 'Invitations from now on show course, platform and the start of the reason to addresses that no account has confirmed. Opening the case again lets you undo it.',
  }),
  textAction(false, {
    name: 'hide-in-invitations',
    hint: 'Invitations to such addresses go on without them until the learner changes the text. The request itself stays as it is, and nobody is notified. Opening the case again lets you undo it.',
  }),
];

function appealAction(outcome: 'granted' | 'denied', texts: Pick<CaseAction, 'name' | 'hint'>) {
  return defineAction(['appeal'], {
    ...texts,
    isFinal: true,
    fields: [field('text', 'answer', 'Answer', 'It is mailed word by word.')],
    async run(manager, { case: appeal, operator }, { answer: written = '' }) {
      const { id, subjectType: type, subjectId, excludedApproverId: exceptedId } = appeal;
      const about = { subject: { type, id: subjectId }, operatorId: operator.id, exceptedId };
      const answer = await answerAppeal(manager, { ...about, outcome, answer: written });
      await closeCase(manager, { id }, { outcome, reason: answer, actorId: operator.id });
      return answer;
    },
  });
}

/** Actions on appeals; an operator who may not own the appeal cannot get to them. */
export const appealActions: readonly CaseAction[] = [
  appealAction('granted', {
    name: 'grant-appeal',
    hint: 'Shows the request again, or lifts the suspension, and mails your answer.',
  }),
  appealAction('denied', {
    name: 'deny-appeal',
    hint: 'The decision stands. Your answer is mailed; there is no further appeal.',
  }),
];
