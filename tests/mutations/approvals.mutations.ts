import type { Mutation } from './mutation.ts';

const tests = ['services/desk/approvals/approvals.long.db.test.ts'];
const mailTests = ['workers/cases/approvals.queue.test.ts'];
const calls = { file: 'services/desk/approvals/approvals.ts', tests };
const finding = { file: 'services/desk/approvals/approvals-sql.ts', tests };
const mailing = { file: 'services/desk/approvals/notify-approvers.ts', tests: mailTests };
const suspending = { file: 'services/safety/suspensions.ts', tests };

const mutations: Mutation[] = [
  {
    ...calls,
    rule: 'An act is decided once, also by two operators at once.',
    find: "  if (!approval) throw conflict('Another operator has just decided this.');\n",
    replace:
      '  if (!approval) return { approval: known, context: await findActionContext(manager, openCase, operator, config) };\n',
  },
  {
    ...calls,
    rule: 'An approval that needs a reason is not given without one.',
    find: '!reason && action.fields.some(({ isRequired }) => isRequired)',
    replace: '!reason && action.fields.length > 99',
  },
  {
    ...calls,
    rule: 'Declining a suspension closes its case.',
    find: "approval.kind === 'suspend' || approval.kind === 'restore')\n",
    replace: "approval.kind === 'refund')\n",
  },
  {
    ...calls,
    rule: 'Declining a refund withdraws it.',
    find: "if (kind === 'refund' && paymentId) await withdrawRefund(manager, { refundId: id, ...decision });\n  else if",
    replace: 'void [withdrawRefund, paymentId];\n  if',
  },
  {
    ...calls,
    rule: 'Declining a higher price takes it off the purchase.',
    find: "kind === 'higher_price' && purchaseId",
    replace: "kind === 'suspend' && purchaseId",
  },
  {
    ...calls,
    rule: 'The reason of a decline is in the history.',
    find: `approvalKindNames[approval.kind]}: \${body.reason}`,
    replace: `approvalKindNames[approval.kind]}: \${body.reason.length}`,
  },
  {
    ...finding,
    rule: 'A refund that is approved does not wait any more.',
    find: "f.status = 'pending' AND f.approved_at IS NULL AND",
    replace: "f.status = 'pending' AND",
  },
  {
    file: 'services/desk/operators/sign-in.ts',
    tests,
    rule: 'A due case of another operator does not count.',
    find: '(owner_id = $1 OR owner_id IS NULL)',
    replace: '(owner_id = $1 OR true)',
  },
  {
    file: 'services/desk/operators/sign-in.ts',
    tests,
    rule: 'A case that the operator may not claim does not count.',
    find: '!isExcluded(group, id, operators)',
    replace: '(group.n > 0 || !isExcluded(group, id, operators))',
  },
  {
    file: 'services/cases/approval.ts',
    tests,
    rule: 'The operator who asked does not count what waits for others.',
    find: 'findApprovers(rule, act).approvers.some(({ id }) => id === operatorId)',
    replace: 'findApprovers(rule, act).approvers.some(({ id }) => id !== operatorId)',
  },
  {
    file: 'services/cases/close-case.ts',
    tests,
    rule: 'A case of a suspension is not opened again.',
    find: "if (kind === 'suspension')",
    replace: "if (kind === 'appeal')",
  },
  {
    file: 'services/cases/close-case.ts',
    tests,
    rule: 'Closing a case withdraws what waits in it.',
    find: '  await withdrawPendingActs(manager, closed.id);\n',
    replace: '  await Promise.resolve(withdrawPendingActs);\n',
  },
  {
    ...suspending,
    rule: 'The reasons of both operators are in the history of a suspension.',
    find: '  await recordAct(manager, { caseId, actorId: operatorId, act, detail: reason });',
    replace: "  await recordAct(manager, { caseId, actorId: operatorId, act, detail: reason && '' });",
  },
  {
    ...suspending,
    rule: 'Approving a suspension closes its case.',
    find: '  await closeCase(manager, { id: act.caseId }, ending);\n',
    replace: '  await Promise.resolve(ending);\n',
  },
  {
    ...mailing,
    rule: 'An operator gets one mail an hour about approvals.',
    find: 'if (now < nextAt && !isUrgent) {',
    replace: 'if (now > nextAt && !isUrgent) {',
  },
  {
    ...mailing,
    rule: 'A dispute that is due before the next mail does not wait for it.',
    find: 'dueAt !== null && dueAt <= nextAt',
    replace: 'dueAt !== null && dueAt > nextAt',
  },
  {
    ...mailing,
    rule: 'What a mail has listed causes no other one.',
    find: '!operator.mailed.includes(id)',
    replace: "id !== ''",
  },
  {
    ...mailing,
    rule: 'Only those who may approve an act get a mail about it.',
    find: 'waiting.filter((approval) => mayApprove(rule, approval, operator.id))',
    replace: 'waiting.filter((approval) => mayApprove(rule, approval, operator.id) || operator.id)',
  },
  {
    file: 'workers/cases/mails/approvals.ts',
    tests: ['workers/composers.db.test.ts'],
    rule: 'No mail is sent when all was decided meanwhile.',
    find: 'if (approvals.length === 0) return undefined;',
    replace: '',
  },
];

export default mutations;
