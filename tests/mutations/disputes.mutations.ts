import type { Mutation } from './mutation.ts';

const tests = [
  'services/disputes/reported-disputes.long.db.test.ts',
  'services/disputes/disputes.long.db.test.ts',
];
const givingBack = ['services/disputes/accept-or-refund.db.test.ts'];
const choosing = {
  file: 'services/disputes/disputes.ts',
  tests: ['services/desk/actions/several-returns.db.test.ts'],
};
const partial = ['services/disputes/partial-returns.long.db.test.ts'];
const leaving = { file: 'services/disputes/disputes.ts', tests: partial };
const unlessDisputed = { file: 'services/disputes/refund-unless-disputed.ts', tests: partial };
const acting = ['services/desk/actions/dispute-actions.long.db.test.ts'];
const recording = { file: 'services/flows/record-dispute.ts', tests };
const answering = { file: 'services/flows/answer-dispute.ts', tests };
const reading = { file: 'services/flows/sync-refunds-and-disputes.ts', tests };
const calling = { file: 'services/providers/paystack/dispute-calls.ts', tests };
const requesting = { file: 'services/disputes/request-answer.ts', tests };
const reminding = { file: 'services/disputes/disputes.ts', tests };
const hours = {
  file: 'services/disputes/disputes.ts',
  tests: ['services/disputes/disputes.test.ts'],
};

const mutations: Mutation[] = [
  {
    file: 'services/disputes/disputes.ts',
    tests,
    rule: 'A dispute freezes the course also once the bank has our answer.',
    find: "d.status <> 'resolved'",
    replace: "d.status = 'awaiting_merchant'",
  },
  {
    file: 'services/disputes/disputes.ts',
    tests,
    rule: 'A resolved dispute freezes nothing.',
    find: " AND d.status <> 'resolved'",
    replace: '',
  },
  {
    file: 'services/flows/complete-return.ts',
    tests,
    rule: 'An accepted dispute makes the payment returned.',
    find: "outcome IN ('lost', 'accepted')",
    replace: "outcome = 'lost'",
  },
  {
    file: 'services/flows/complete-return.ts',
    tests,
    rule: 'A lost dispute makes the payment returned.',
    find: "outcome IN ('lost', 'accepted')",
    replace: "outcome = 'accepted'",
  },
  {
    ...recording,
    rule: 'An older report of a dispute changes nothing.',
    find: ' || (dispute.readAt && dispute.readAt > readAt)',
    replace: '',
  },
  {
    ...recording,
    rule: 'A resolved dispute stays resolved.',
    find: "dispute.status === 'resolved' || (dispute.readAt",
    replace: '(dispute.readAt',
  },
  {
    ...recording,
    rule: 'A dispute does not wait for us again once the bank has our answer.',
    find: "dispute.status === 'awaiting_bank' && reported.status !== 'resolved' ? dispute.status : reported.status",
    replace: 'reported.status',
  },
  {
    ...recording,
    rule: 'A deadline of a known dispute is only ever moved earlier.',
    find: 'dueAt: earlier(reported.dueAt, dispute.dueAt)',
    replace: 'dueAt: reported.dueAt',
  },
  {
    ...recording,
    rule: 'The deadline is the earlier one of ours and the provider’s.',
    find: 'reported.dueAt ? earlier(reported.dueAt, computed) : computed',
    replace: 'reported.dueAt ?? computed',
  },
  {
    ...recording,
    rule: 'A provider’s deadline before ours counts.',
    find: 'reported.dueAt ? earlier(reported.dueAt, computed) : computed',
    replace: 'computed',
  },
  {
    ...recording,
    rule: 'A won dispute takes no money.',
    find: "outcome !== 'won'",
    replace: 'outcome !== undefined',
  },
  {
    ...recording,
    rule: 'A dispute that we fought is lost, not accepted.',
    find: " && answer !== 'fight'",
    replace: '',
  },
  {
    ...recording,
    rule: 'A claim that was declined is won.',
    find: "if (resolution === 'declined') return 'won';",
    replace: '',
  },
  {
    ...recording,
    rule: 'A dispute that ended without our answer is lost.',
    find: "resolution === 'merchant-accepted' && answer !== 'fight'",
    replace: "answer !== 'fight'",
  },
  {
    ...recording,
    rule: 'A dispute without an amount is about the whole payment.',
    find: 'reported.amountMinor || (payment.capturedMinor ?? payment.amountMinor)',
    replace: 'reported.amountMinor || 1',
  },
  {
    ...recording,
    rule: 'A dispute that is resolved already opens no case.',
    find: "if (reported.status === 'resolved') return true;",
    replace: '',
  },
  {
    ...recording,
    rule: 'Operators get one mail for a dispute whose webhook was mailed.',
    find: 'if (!isMailed)\n    await',
    replace: 'await',
  },
  {
    ...recording,
    rule: 'The case of a resolved dispute is closed.',
    find: 'await closeCase(manager, disputeCase,',
    replace: 'void (async (..._given: unknown[]) => {})(manager, disputeCase,',
  },
  {
    ...recording,
    rule: 'The purchase of a course that is handed over ends with its lost dispute.',
    find: 'await endDisputedPurchase(',
    replace: 'void (async (..._given: unknown[]) => {})(',
    tests: acting,
  },
  {
    ...requesting,
    rule: 'A dispute is accepted with four eyes.',
    find: 'await approveAct(manager, act, rule.isFourEyes)',
    replace: 'await approveAct(manager, act, rule.isFourEyes && act.reason === disputeId)',
    tests: acting,
  },
  {
    ...requesting,
    rule: 'Accepting a dispute above the limit is approved by a lead.',
    find: '  rejectUnlessApprover(rule, { ...dispute, amountMinor, requestedById }, operatorId);\n',
    replace: '',
    tests: ['services/desk/actions/approval-limits.long.db.test.ts'],
  },
  {
    ...requesting,
    rule: 'An acceptance that waits ends with the answer.',
    find: '  await withdrawPendingAct(manager, acceptance(disputeId));\n',
    replace: '  await Promise.resolve(withdrawPendingAct);\n',
    tests: acting,
  },
  {
    file: 'services/purchases/disputed-purchases.ts',
    rule: 'An order that is not handed over stays with the operators after a lost dispute.',
    find: "if (purchase?.status !== 'handed_over') return;",
    replace: "if (purchase?.status !== 'handed_over' && purchase?.status !== 'bought') return;",
    tests: acting,
  },
  {
    file: 'services/purchases/disputed-purchases.ts',
    rule: 'The case of an order that is not handed over waits for no one after a lost dispute.',
    find: '    await resumeCase(manager, purchaseCase(purchase.id), { detail });\n    await openCase(',
    replace: '    await Promise.resolve(resumeCase);\n    await openCase(',
    tests: acting,
  },
  {
    ...recording,
    rule: 'The case of a course to be bought waits for the bank while its payment is disputed.',
    find: 'await holdDisputedPurchase(',
    replace: 'void (async (..._given: unknown[]) => {})(',
  },
  {
    file: 'services/purchases/hand-over-purchase.ts',
    rule: 'A course whose payment was given back is not handed over.',
    find: "if (status === 'reversed')",
    replace: "if (status === 'failed')",
    tests: acting,
  },
  {
    file: 'services/desk/actions/case-action.ts',
    rule: 'The case of a purchase is about its own payment, not a later one of the request.',
    find: 'subject.paymentId === null || id === subject.paymentId',
    replace: 'true',
    tests: acting,
  },
  {
    ...answering,
    rule: 'A dispute without an answer is not answered.',
    find: '!dispute?.answer || dispute.status',
    replace: '!dispute || dispute.status',
  },
  {
    ...answering,
    rule: 'A dispute that does not wait for us is not answered.',
    find: " || dispute.status !== 'awaiting_merchant'",
    replace: '',
  },
  {
    ...answering,
    rule: 'A dispute that has moved at the provider is not answered.',
    find: "current.reported.status === 'awaiting_merchant' ? await send(dispute, deps) : current",
    replace: 'await send(dispute, deps)',
  },
  {
    ...answering,
    rule: 'An answer that the provider rejects is seen by operators.',
    find: "if (rejection && now.reported.status === 'awaiting_merchant') throw rejection;",
    replace: '',
  },
  {
    ...answering,
    rule: 'An answered dispute is as it was read after the answer, although another job read it meanwhile.',
    find: 'const now = await readNow(dispute, deps);',
    replace: 'const now = { ...(await readNow(dispute, deps)), readAt: new Date(0) };',
  },
  {
    ...answering,
    rule: 'A rejected answer to a dispute that has moved is no failure.',
    find: 'if (!(error instanceof ProviderRejectedError)) throw error;',
    replace: 'throw error;',
  },
  {
    ...answering,
    rule: 'Fighting a dispute does not accept it.',
    find: "if (answer === 'accept')",
    replace: 'if (answer !== null)',
  },
  {
    ...reading,
    rule: 'A dispute that the provider does not know is not read again.',
    find: 'if (error instanceof ProviderRejectedError) return undefined;',
    replace: '',
  },
  {
    ...reading,
    rule: 'A dispute is read again after an error of the provider.',
    find: '    throw error;\n',
    replace: '    return undefined;\n',
  },
  {
    ...reading,
    rule: 'An open dispute is read also when it is older than the list.',
    find: 'listed.has(providerId) ?',
    replace: '!listed.has(providerId) ?',
  },
  {
    ...requesting,
    rule: 'A dispute is answered once.',
    find: "if (dispute.answer) throw conflict('This dispute is already answered.');",
    replace: '',
  },
  {
    ...choosing,
    rule: 'Operators see the dispute that waits for an answer before one at the bank.',
    find: "d.status = 'awaiting_merchant' AND d.answer IS NULL DESC, ",
    replace: '',
  },
  {
    ...choosing,
    rule: 'Of two disputes that wait for an answer the older one comes first.',
    find: 'd.opened_at, d.id`',
    replace: 'd.opened_at DESC, d.id`',
  },
  {
    ...requesting,
    rule: 'A dispute of a reversed payment is not accepted.',
    find: "if (status === 'reversed') throw conflict('This payment was already given back.');",
    replace: 'void status;',
    tests: givingBack,
  },
  {
    ...requesting,
    rule: 'A dispute is not accepted when refunds and other disputes leave nothing of the payment.',
    find: 'if (acceptableMinor > 0) return;',
    replace: 'if (acceptableMinor >= 0) return;',
    tests: givingBack,
  },
  {
    ...leaving,
    rule: 'Accepting a dispute gives back at most what is left of the payment.',
    find: 'Math.min(amountMinor, await',
    replace: 'Math.max(amountMinor, await',
  },
  {
    ...leaving,
    rule: 'A dispute does not take its own money when its acceptance is approved.',
    find: '{ disputeId: id }',
    replace: '{}',
  },
  {
    ...requesting,
    rule: 'A refund and an acceptance of one payment wait for each other.',
    find: '  if (known) await lockPayment(manager, known.paymentId);\n',
    replace: '  await Promise.resolve([known, lockPayment]);\n',
    tests: givingBack,
  },
  {
    ...leaving,
    rule: 'A payment whose dispute is accepted is not refunded.',
    find: "OR d.answer = 'accept' OR",
    replace: "OR d.answer = 'fight' OR",
    tests: givingBack,
  },
  {
    ...leaving,
    rule: 'A payment whose accepted dispute is won is refunded.',
    find: "d.outcome IS DISTINCT FROM 'won' AND (",
    replace: '(',
    tests: givingBack,
  },
  {
    ...leaving,
    rule: 'A payment is not refunded while accepting its dispute waits for approval.',
    find: "a.action = 'dispute.accept' AND",
    replace: 'false AND',
    tests: givingBack,
  },
  {
    ...leaving,
    rule: 'What a lost dispute took is not refunded.',
    find: 'd.outcome IS NOT NULL OR',
    replace: 'false OR',
  },
  {
    ...unlessDisputed,
    rule: 'A refund is not requested while a dispute gives all of the money back.',
    find: '  await rejectUnlessLeft(manager, payment);\n',
    replace: '',
    tests: givingBack,
  },
  {
    ...unlessDisputed,
    rule: 'The refund of a payment that a dispute takes a part of is about the rest.',
    find: '{ ...input, disputedMinor }',
    replace: 'input',
  },
  {
    ...unlessDisputed,
    rule: 'A refund is approved for at most what is left of the payment.',
    find: '  if (refund) await reduceToRest(manager, refund);\n',
    replace: '  await Promise.resolve([refund, reduceToRest]);\n',
  },
  {
    ...unlessDisputed,
    rule: 'A refund is not approved while a dispute gives all of the money back.',
    find: '  if (leftMinor === 0) await rejectApproval(manager, paymentId);\n',
    replace: '',
    tests: givingBack,
  },
  {
    file: 'services/flows/start-refund.ts',
    rule: 'A refund is not started for money that a dispute gave back.',
    find: 'if (leftMinor < refund.amountMinor) {',
    replace: 'if (leftMinor === 0) {',
    tests: partial,
  },
  {
    ...answering,
    rule: 'A dispute is not accepted at the provider when nothing of the payment is left.',
    find: '  if (isAccepted && refundMinor === 0) return undefined;\n',
    replace: '',
    tests: partial,
  },
  {
    ...recording,
    rule: 'An accepted dispute takes what the provider took, not what was disputed.',
    find: 'reported.amountMinor || dispute.amountMinor',
    replace: 'dispute.amountMinor',
    tests: partial,
  },
  {
    file: 'services/flows/record-refunds.ts',
    rule: 'The purchase of a course that is handed over ends with its dispute also when a refund gives back the last part.',
    find: '  if (isEnded && (await',
    replace: '  if (!isReturned && isEnded && (await',
    tests: partial,
  },
  {
    file: 'services/flows/complete-return.ts',
    rule: 'An acceptance that waits ends when all of the payment was given back.',
    find: '    await withdrawPendingAct(manager, acceptance(id));\n',
    replace: '    await Promise.resolve([withdrawPendingAct, acceptance(id)]);\n',
    tests: givingBack,
  },
  {
    ...requesting,
    rule: 'An answer is stored only while the dispute waits for it.',
    find: "if (dispute.status !== 'awaiting_merchant')",
    replace: "if (dispute.status === 'resolved')",
  },
  {
    ...reminding,
    rule: 'Operators are not reminded of an answered dispute.',
    find: ' AND r.answer IS NULL',
    replace: '',
  },
  {
    ...reminding,
    rule: 'Operators are not reminded of a dispute that does not wait for them.',
    find: "r.status = 'awaiting_merchant' AND ",
    replace: '',
  },
  {
    ...reminding,
    rule: 'Operators are reminded once.',
    find: ' AND r.reminded_at IS NULL',
    replace: '',
  },
  {
    ...reminding,
    rule: 'Operators are reminded at half time.',
    find: '(r.due_at - r.opened_at) / 2',
    replace: '(r.due_at - r.opened_at) / 3',
  },
  {
    ...hours,
    rule: 'A weekend does not count towards the time to answer.',
    find: 'day === 6 ? 2 : day === 0 ? 1 : 0',
    replace: 'day === 0 ? 1 : 0',
  },
  {
    ...hours,
    rule: 'Days change by the clock of the country.',
    find: 'const offsetMs = utcOffsetHours * hourMs;',
    replace: 'const offsetMs = utcOffsetHours * 0;',
  },
  {
    ...calling,
    rule: 'An archived dispute is closed.',
    find: "  ['archived', 'resolved'],\n",
    replace: '',
  },
  {
    ...calling,
    rule: 'An archived dispute without a resolution is lost only when its money is gone.',
    find: "? 'merchant-accepted' : 'declined'",
    replace: "? 'declined' : 'merchant-accepted'",
  },
  {
    ...answering,
    rule: 'The answer to a claim of fraud names its evidence.',
    find: "category === 'fraud' && ",
    replace: "category === 'general' && ",
  },
  {
    ...answering,
    rule: 'An acceptance names an uploaded file.',
    find: 'return provider.resolveDispute(providerId, answered);',
    replace: "return provider.resolveDispute(providerId, { ...answered, uploadedFilename: 'none' });",
  },
];

export default mutations;
