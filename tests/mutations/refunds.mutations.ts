import type { Mutation } from './mutation.ts';

const matching = {
  file: 'services/refunds/match-refunds.ts',
  tests: ['services/refunds/match-refunds.test.ts'],
};
const rules = { file: 'services/refunds/refund-rules.ts', tests: ['services/refunds/refund-rules.test.ts'] };
const statuses = {
  file: 'services/refunds/refund-status.ts',
  tests: ['services/refunds/refund-rules.test.ts'],
};
const tests = ['services/refunds/refunds.db.test.ts'];
const recording = { file: 'services/flows/record-refunds.ts', tests };
const starting = { file: 'services/flows/start-refund.ts', tests };
const accounts = ['services/refunds/refund-account.db.test.ts'];

const link = { file: 'services/refunds/refund-link.ts', tests: accounts };
const retrying = { file: 'services/flows/retry-refund.ts', tests: accounts };
const polling = { file: 'workers/refunds/poll-refunds.ts', tests };

const mutations: Mutation[] = [
  {
    ...matching,
    rule: 'A reported refund in another currency is not ours.',
    find: ' || reported.currency !== currency',
    replace: '',
  },
  {
    ...matching,
    rule: 'A reported refund of another amount is not ours.',
    find: 'reported.amountMinor !== amountMinor || ',
    replace: '',
  },
  {
    ...matching,
    rule: 'A refund that is older than our call is not ours.',
    find: 'return reported.createdAt === null || reported.createdAt.getTime() >= calledAt.getTime() - skewMs;',
    replace: 'return true;',
  },
  {
    ...matching,
    rule: 'Clocks of both sides may differ by five minutes.',
    find: 'calledAt.getTime() - skewMs',
    replace: 'calledAt.getTime()',
  },
  {
    ...matching,
    rule: 'A refund without a date may be ours.',
    find: 'reported.createdAt === null || reported.createdAt.getTime()',
    replace: '(reported.createdAt?.getTime() ?? 0)',
  },
  {
    ...matching,
    rule: 'Only a refund that was called is searched by amount.',
    find: ' || !calledAt) return false;',
    replace: ') return false;\n  if (!calledAt) return true;',
  },
  {
    ...matching,
    rule: 'A refund whose id is known is not another reported one.',
    find: '=> !providerId && status',
    replace: '=> status',
  },
  {
    ...matching,
    rule: 'A refund that failed is not found by amount.',
    find: " && status === 'pending'",
    replace: '',
  },
  {
    ...matching,
    rule: 'The oldest of equal reported refunds is ours.',
    find: '(a.createdAt?.getTime() ?? 0) - (b.createdAt?.getTime() ?? 0)',
    replace: '(b.createdAt?.getTime() ?? 0) - (a.createdAt?.getTime() ?? 0)',
  },
  {
    ...matching,
    rule: 'One row of ours is one reported refund.',
    find: 'unanswered.splice(index, 1)[0]',
    replace: 'unanswered[index]',
  },
  {
    ...rules,
    rule: 'A failed refund takes nothing of what is left.',
    find: "status === 'failed' ? sum : sum + amountMinor",
    replace: 'sum + amountMinor + (status.length - status.length)',
  },
  {
    ...rules,
    rule: 'What is left is never negative.',
    find: 'Math.max(0, (payment.capturedMinor ?? 0) - taken)',
    replace: '(payment.capturedMinor ?? 0) - taken',
  },
  {
    ...rules,
    rule: 'A payment without captured money is not refunded.',
    find: "if (!refundable.includes(payment.status)) throw conflict('No money was taken for this payment.');",
    replace: '',
  },
  {
    ...rules,
    rule: 'A payment that was given back is not refunded again.',
    find: "if (payment.status === 'reversed') throw conflict('This payment was already given back.');",
    replace: '',
  },
  {
    ...rules,
    rule: 'A payment has one refund of ours at a time.',
    find: "origin !== 'provider' && isRefundOpen(status)",
    replace: "origin !== 'provider' && status === 'needs_attention'",
  },
  {
    ...rules,
    rule: 'A refund from the dashboard does not stop one of ours.',
    find: "origin !== 'provider' && isRefundOpen(status)",
    replace: 'isRefundOpen(status)',
  },
  {
    ...rules,
    rule: 'A payment with nothing left is not refunded.',
    find: 'refundableMinor(payment, refunds) === 0',
    replace: 'refundableMinor(payment, refunds) < 0',
  },
  {
    ...statuses,
    rule: 'A failed refund does not become processed.',
    find: 'failed: [],',
    replace: "failed: ['processed'],",
  },
  {
    ...statuses,
    rule: 'A processed refund does not fail.',
    find: 'processed: [],',
    replace: "processed: ['failed'],",
  },
  {
    file: 'services/refunds/read-refunds.ts',
    rule: 'A refund of another transaction is not one of this payment.',
    find: 'refund.transactionId === transactionId',
    replace: 'true',
    tests: ['services/refunds/read-refunds.db.test.ts'],
  },
  {
    file: 'services/refunds/read-refunds.ts',
    rule: 'A refund that names no transaction is not one of this payment.',
    find: ': refund.reference === payment.reference',
    replace: ': refund.reference === null || refund.reference === payment.reference',
    tests: ['services/refunds/read-refunds.db.test.ts'],
  },
  {
    file: 'services/refunds/read-refunds.ts',
    rule: 'The number of a transaction goes before its reference.',
    find: 'refund.transactionId !== null && transactionId !== null',
    replace: 'refund.reference === null && transactionId !== null',
    tests: ['services/refunds/read-refunds.db.test.ts'],
  },
  {
    file: 'services/refunds/read-refunds.ts',
    rule: 'A payment without the number of its transaction is verified before its refunds are read.',
    find: 'payment.transactionId ?? (await identify(db, provider, payment))',
    replace: 'payment.transactionId',
    tests: ['services/refunds/read-refunds.db.test.ts'],
  },
  {
    ...recording,
    rule: 'An older report does not overwrite a newer one.',
    find: 'if (refund.readAt && refund.readAt > readAt) return;',
    replace: '',
  },
  {
    ...recording,
    rule: 'A status that cannot follow is not stored.',
    find: 'const isMoved = canMoveRefund(refund.status, status);',
    replace: 'const isMoved = refund.status !== status;',
  },
  {
    ...recording,
    rule: 'A refund of a part that is processed closes the case of the payment.',
    find: '!isReturned && current.length > 0 && isDone',
    replace: '!isReturned && current.length < 0 && isDone',
  },
  {
    ...recording,
    rule: 'A failed refund keeps the case of the payment open.',
    find: "isRefundOpen(status) || status === 'failed'",
    replace: 'isRefundOpen(status)',
  },
  {
    ...recording,
    rule: 'A refund that is under way keeps the case of the payment open.',
    find: "isRefundOpen(status) || status === 'failed'",
    replace: "status === 'failed'",
  },
  {
    ...recording,
    rule: 'The payer is mailed that the refund was paid out.',
    find: "await enqueue(manager, deliverMail, { mail: 'refund-processed', id: refund.id });",
    replace: '',
  },
  {
    ...recording,
    rule: 'A processed refund is posted to the ledger.',
    find: 'await recordRefund(manager, {',
    replace: 'void (async (..._given: unknown[]) => {})(manager, {',
  },
  {
    ...recording,
    rule: 'Only a refund that needs attention asks the payer for bank details.',
    find: "if (status === 'needs_attention') await askForAccount",
    replace: 'await askForAccount',
  },
  {
    ...recording,
    rule: 'Bank details are deleted when the refund is done.',
    find: 'await manager.delete(RefundAccountEntity, { refundId: refund.id });',
    replace: '',
    tests: accounts,
  },
  {
    ...starting,
    rule: 'A refund fits what is left at the call.',
    find: 'leftMinor < refund.amountMinor',
    replace: 'leftMinor < 0',
  },
  {
    ...starting,
    rule: 'A failed refund leaves its money for another one.',
    find: "id !== refund.id && status !== 'failed'",
    replace: 'id !== refund.id && status !== undefined',
  },
  {
    ...starting,
    rule: 'A refund that is not approved is not started.',
    find: '!refund?.approvedAt || refund.providerId',
    replace: '!refund || refund.providerId',
  },
  {
    ...starting,
    rule: 'The provider is called once, also when its answer was lost.',
    find: 'if (refund.calledAt) {',
    replace: 'if (refund.calledAt && Date.now() < 0) {',
  },
  {
    ...starting,
    rule: 'A refund without an answer is left to operators after an hour, not before.',
    find: 'ageMs < unconfirmedAfterMs',
    replace: 'ageMs < 0',
  },
  {
    ...starting,
    rule: 'A refund that the provider rejected has failed.',
    find: 'if (!(error instanceof ProviderRejectedError)) throw error;',
    replace: 'throw error;',
  },
  {
    ...starting,
    rule: 'Only a pending refund can fail before it was called.',
    find: "{ id, status: 'pending' },",
    replace: '{ id },',
  },
  {
    file: 'services/refunds/request-refund.ts',
    rule: 'The operator who requested a refund does not approve it.',
    find: 'rule.isFourEyes && refund.requestedById === operatorId',
    replace: "rule.isFourEyes && refund.requestedById === ''",
    tests,
  },
  {
    file: 'services/flows/mark-reversed.ts',
    rule: 'A refund that was not called ends with a payment that was given back.',
    find: "await manager.update(RefundEntity, uncalled, { status: 'failed', failureReason: reason });",
    replace: 'void [uncalled, RefundEntity];',
    tests: ['services/purchases/purchases-and-returns.db.test.ts'],
  },
  {
    file: 'services/flows/start-refund.ts',
    rule: 'A refund that failed opens no case for a payment that was given back.',
    find: "if (payment.status === 'reversed') return;",
    replace: '',
    tests: ['services/purchases/purchases-and-returns.db.test.ts'],
  },
  {
    file: 'services/refunds/request-refund.ts',
    rule: 'A refund above the limit is approved by a lead.',
    find: 'rejectUnlessApprover(rule, refund, operatorId);',
    replace: '',
    tests: ['services/desk/actions/approval-limits.db.test.ts'],
  },
  {
    file: 'services/cases/approval-rule.ts',
    rule: 'An amount in a currency without a limit is approved by a lead.',
    find: 'limitMinor === undefined || amountMinor',
    replace: 'limitMinor !== undefined && amountMinor',
    tests: ['services/cases/approval-rule.test.ts'],
  },
  {
    file: 'services/cases/approval-rule.ts',
    rule: 'Another operator approves what the only lead asked for.',
    find: 'isAboveLimit && leads.length > 0',
    replace: 'isAboveLimit',
    tests: ['services/cases/approval-rule.test.ts'],
  },
  {
    file: 'services/refunds/request-refund.ts',
    rule: 'A refund is approved once.',
    find: "if (refund.approvedAt) throw conflict('This refund is already approved.');",
    replace: '',
    tests,
  },
  {
    file: 'services/refunds/request-refund.ts',
    rule: 'Money that is owed to the payer is not withdrawn.',
    find: "refund.origin !== 'operator'",
    replace: "refund.origin === 'provider'",
    tests,
  },
  {
    file: 'services/flows/complete-return.ts',
    rule: 'Only processed refunds give money back.',
    find: " AND status = 'processed'",
    replace: '',
    tests,
  },
  {
    file: 'services/flows/complete-return.ts',
    rule: 'A payment is reversed when all of it was given back.',
    find: '(returned?.minor ?? 0) < (payment.capturedMinor ?? payment.amountMinor)',
    replace: '(returned?.minor ?? 0) <= 0',
    tests,
  },
  {
    ...link,
    rule: 'Only a bank of the list gets a refund.',
    find: '!banks.some(({ id }) => id === body.bankId)',
    replace: 'banks.length === 0',
  },
  {
    ...link,
    rule: 'Bank details are stored only while the refund needs them.',
    find: "if (locked?.status !== 'needs_attention')",
    replace: 'if (!locked)',
  },
  {
    ...link,
    rule: 'A link of a refund ends with the address that it was sent to.',
    find: '!payer || addressHash(payer.email) !== link.addressHash',
    replace: '!payer || !link',
  },
  {
    ...link,
    rule: 'A payer whose details are stored is not asked for them.',
    find: "refund.status === 'needs_attention' && !isSent",
    replace: "refund.status === 'needs_attention'",
  },
  {
    ...retrying,
    rule: 'Bank details are deleted when the provider has them.',
    find: '    await manager.delete(RefundAccountEntity, { refundId });\n',
    replace: '',
  },
  {
    ...retrying,
    rule: 'A refund that does not need attention any more is not repeated.',
    find: "current.status === 'needs_attention' ? await retry(provider, refund.providerId, account) : current",
    replace: 'await retry(provider, refund.providerId, account)',
  },
  {
    ...retrying,
    rule: 'The payer is asked again when the provider rejects the details.',
    find: "if (reported.status === 'needs_attention') await",
    replace: "if (reported.status === 'failed') await",
  },
  {
    ...retrying,
    rule: 'Details that the provider rejects do not fail the job.',
    find: 'if (!(error instanceof ProviderRejectedError)) throw error;',
    replace: 'throw error;',
  },
  {
    ...polling,
    rule: 'A refund that is not started is not polled.',
    find: ' AND r.called_at IS NOT NULL',
    replace: '',
  },
  {
    ...polling,
    rule: 'A refund that is done is not polled.',
    find: "r.status IN ('pending', 'processing', 'needs_attention') AND ",
    replace: '',
  },
  {
    ...polling,
    rule: 'A refund that was just read is not polled.',
    find: "greatest(interval '2 minutes', (now() - r.created_at) / 10)",
    replace: "interval '0 minutes'",
  },
  {
    file: 'services/desk/actions/refund-actions.ts',
    tests: ['services/desk/actions/money-actions.db.test.ts'],
    rule: 'A refund that an operator requested can be withdrawn before it is approved.',
    find: "({ origin, isApproved }) => origin === 'operator' && !isApproved",
    replace: "({ origin, isApproved }) => origin === 'operator' && isApproved",
  },
];

export default mutations;
