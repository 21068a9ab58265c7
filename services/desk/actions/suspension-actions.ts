import { restorePerson, suspendPerson } from '#services/safety/suspensions.ts';
import { approvalObstacle } from '../approvals/approval-obstacle.ts';
import { type CaseAction, defineAction, field } from './case-action.ts';

const shared = {
  isForEveryone: true,
  fields: [field('text', 'reason', 'Reason', 'For the history of the case and the audit log.')],
} satisfies Partial<CaseAction>;

const personOf = ({ case: { subjectId: userId }, operator }: Parameters<CaseAction['run']>[1]) => ({
  userId,
  operatorId: operator.id,
});

/** Approves the suspension of a person that another operator asked for, which closes its case. */
export const approveSuspension = defineAction(['suspension'], {
  ...shared,
  name: 'approve-suspension',
  hint: 'Signs the person out everywhere, hides their open requests and cancels their meetings. The person reads the reason of the operator who asked for it in a mail, and can appeal once.',
  appliesTo: ({ waiting }) => waiting.includes('suspend'),
  obstacle: approvalObstacle('suspend'),
  async run(manager, context, { reason = '' }) {
    await suspendPerson(manager, { ...personOf(context), reason }, context.approval.isFourEyes);
    return '';
  },
});

/** Approves the end of a suspension that another operator asked for, which closes its case. */
export const approveRestoration = defineAction(['suspension'], {
  ...shared,
  name: 'approve-restoration',
  hint: 'The person can sign in again, and open requests are shown.',
  appliesTo: ({ waiting }) => waiting.includes('restore'),
  obstacle: approvalObstacle('restore'),
  async run(manager, context, { reason = '' }) {
    await restorePerson(manager, { ...personOf(context), reason }, context.approval.isFourEyes);
    return '';
  },
});

/** Actions on suspensions and their ends. */
export const suspensionActions: readonly CaseAction[] = [approveSuspension, approveRestoration];
