import { closeCase } from '#services/cases/close-case.ts';
import { decideRequest } from '#services/safety/decisions/decide-request.ts';
import type { CaseAction } from './case-action.ts';

const shared = {
  kinds: ['request_review'],
  isFinal: false,
  appliesTo: ({ subject }) => subject.request !== null,
} as const satisfies Partial<CaseAction>;

const approveRequest: CaseAction = {
  ...shared,
  name: 'approve-request',
  label: 'Approve the request',
  hint: 'Sponsors see it from now on, invitations go out, and the learner gets a mail. Opening the case again lets you reject it.',
  fields: [],
  async run(manager, { case: { id, subjectId: requestId }, operator }) {
    const reason = 'It can be shown.';
    await decideRequest(manager, { requestId, decision: 'approved', reason, operatorId: operator.id });
    await closeCase(manager, { id }, { outcome: 'approved', reason, actorId: operator.id });
    return reason;
  },
};

const rejectRequest: CaseAction = {
  ...shared,
  name: 'reject-request',
  label: 'Reject the request',
  hint: 'It stays hidden. The learner reads the reason, can change the request, and can appeal once to another operator. Opening the case again lets you approve it.',
  fields: [
    { name: 'reason', label: 'Reason', hint: 'The learner reads it.', type: 'text', isRequired: true },
  ],
  async run(manager, { case: { id, subjectId: requestId }, operator }, { reason = '' }) {
    await decideRequest(manager, { requestId, decision: 'rejected', reason, operatorId: operator.id });
    await closeCase(manager, { id }, { outcome: 'rejected', reason, actorId: operator.id });
    return reason;
  },
};

/** Actions on requests that wait for approval. */
export const reviewActions: readonly CaseAction[] = [approveRequest, rejectRequest];
