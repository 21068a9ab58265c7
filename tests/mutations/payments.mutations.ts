import type { Mutation } from './mutation.ts';

const deciding = {
  file: 'services/payments/decide-settlement.ts',
  tests: ['services/payments/decide-settlement.test.ts'],
};
const late = ['services/payments/late-payments.db.test.ts'];
const settling = { file: 'services/flows/apply-settlement.ts', tests: late };
const verifying = {
  file: 'services/payments/verify-payment.ts',
  tests: ['services/payments/verify-and-approve.db.test.ts'],
};
const approving = { ...verifying, file: 'services/flows/approve-sponsorship.ts' };
const starting = {
  file: 'services/payments/start-transaction.ts',
  tests: ['services/payments/initiate-faults.long.db.test.ts'],
};
const reservations = ['services/payments/reservations.db.test.ts'];
const limiting = { file: 'services/payments/reservation-limits.ts', tests: reservations };
const continuing = { file: 'services/payments/payments.ts', tests: reservations };
const reserving = {
  file: 'services/flows/initiate-payment.ts',
  tests: ['services/flows/initiate-payment.db.test.ts'],
};
const polling = { file: 'workers/payments/payments.handlers.ts', tests: late };
const calling = {
  file: 'services/providers/paystack/client.ts',
  tests: ['services/providers/paystack/client.test.ts'],
};

const mutations: Mutation[] = [
  {
    ...calling,
    rule: 'A rejected key is unavailable: nothing was said about the call.',
    find: 'if (failure.success && response.status === 401) throw new ProviderKeyError();',
    replace: '',
  },
  {
    ...calling,
    rule: 'A 401 of a proxy is not a rejected key.',
    find: 'if (failure.success && response.status === 401)',
    replace: 'if (response.status === 401)',
  },
  {
    ...starting,
    rule: 'No payment page opens when the learner has changed the course meanwhile.',
    find: 'current?.terms !== terms || ',
    replace: '!current || ',
  },
  {
    ...starting,
    rule: 'No payment page opens when the learner has withdrawn the request meanwhile.',
    find: " || current.status === 'withdrawn'",
    replace: '',
  },
  {
    ...starting,
    rule: 'A page does not overwrite a settled payment.',
    find: "const isNew = { id, status: 'initiating' as const };",
    replace: 'const isNew = { id };',
  },
  {
    ...starting,
    rule: 'A payment that a poll has abandoned gets no page.',
    find: "affected === 0 && (await manager.existsBy(PaymentEntity, { id, status: 'abandoned' }))",
    replace: 'affected === undefined',
  },
  {
    ...starting,
    rule: 'A start that failed does not overwrite a settled payment.',
    find: "manager.update(PaymentEntity, { id, status: 'initiating' }, { status })",
    replace: 'manager.update(PaymentEntity, { id }, { status })',
  },
  {
    ...starting,
    rule: 'A start that failed does not release the reservation of another sponsor.',
    find: "{ id, status: 'reserved', reservedById }",
    replace: "{ id, status: 'reserved' }",
  },
  {
    ...starting,
    rule: 'A start that failed releases the reservation.',
    find: "    await moveRequest(manager, request, { to: 'pending' });\n",
    replace: '',
  },
  {
    ...starting,
    rule: 'A payment that the provider rejected has failed.',
    find: "await closePayment(db, payment, 'failed');",
    replace: '',
  },
  {
    ...deciding,
    rule: 'A settled payment does not change.',
    find: 'if (isSettled(payment.status)) return undefined;',
    replace: '',
  },
  {
    ...deciding,
    rule: 'An open transaction decides nothing.',
    find: "!transaction || transaction.status === 'open'",
    replace: '!transaction',
  },
  {
    ...deciding,
    rule: 'An abandoned transaction is not final.',
    find: "if (transaction.status === 'abandoned') return undefined;",
    replace: '',
  },
  {
    ...deciding,
    rule: 'A transaction for another reference is not accepted.',
    find: "if (transaction.reference !== payment.reference) return 'The provider answered for another reference.';",
    replace: '',
  },
  {
    ...deciding,
    rule: 'A transaction in another currency is not accepted.',
    find: 'transaction.currency !== payment.currency',
    replace: "transaction.currency === ''",
  },
  {
    ...deciding,
    rule: 'A transaction of a higher amount is not accepted.',
    find: 'transaction.amountMinor !== payment.amountMinor',
    replace: 'transaction.amountMinor < payment.amountMinor',
  },
  {
    ...deciding,
    rule: 'A payment for other terms is refunded.',
    find: ' && payment.terms === request.terms',
    replace: '',
  },
  {
    ...deciding,
    rule: 'A payment for a hidden request is refunded.',
    find: ' && !isHidden(request.holds)',
    replace: '',
  },
  {
    ...deciding,
    rule: 'A payment for a funded request is refunded.',
    find: 'isOpen(request.status) && ',
    replace: '',
  },
  {
    ...deciding,
    rule: 'A difference whose question is closed is refunded.',
    find: "question.isWaiting ? 'added' : 'refund_due'",
    replace: "'added'",
  },
  {
    ...deciding,
    rule: 'Money that was given back before it was confirmed goes to review.',
    find: "if (transaction.status !== 'success')",
    replace: "if (transaction.status === 'reversing')",
  },
  {
    ...settling,
    rule: 'A success without an amount captures nothing.',
    find: "decision.status !== 'failed' && transaction.amountMinor > 0",
    replace: "decision.status !== 'failed'",
  },
  {
    ...settling,
    rule: 'No service fee is earned of another amount than agreed.',
    find: 'feeMinor: isExact ? payment.feeMinor : 0,',
    replace: 'feeMinor: payment.feeMinor,',
  },
  {
    ...settling,
    rule: 'Only an approved payment has a receipt.',
    find: '...(isApproved && {',
    replace: '...({',
  },
  {
    ...settling,
    rule: 'A payment that came too late has a refund that an operator approves.',
    find: '      await requestOwedRefund(manager, payment, transaction);\n',
    replace: '',
    tests: ['services/refunds/refunds.long.db.test.ts'],
  },
  {
    ...settling,
    rule: 'A payment that came too late is a case.',
    find: "kind: 'refund', subject, summary: refundSummary",
    replace: "kind: 'payment_review', subject, summary: refundSummary",
  },
  {
    file: 'services/flows/settle.ts',
    tests: late,
    rule: 'Refunds are read of a payment that the provider gives back.',
    find: "if (isReturning && payment.status !== 'reversed')",
    replace: "if (isReturning && payment.status === 'reversed')",
  },
  {
    file: 'services/flows/settle.ts',
    tests: late,
    rule: 'A settled payment is not verified again.',
    find: 'if (isSettled(known.status))',
    replace: "if (known.status === 'reversed')",
  },
  {
    file: 'services/flows/settle.ts',
    tests: ['services/purchases/price-choices/price-choices.long.db.test.ts'],
    rule: 'A difference is added only while its question waits.',
    find: "isWaiting: choice.status === 'waiting'",
    replace: 'isWaiting: true',
  },
  {
    file: 'services/flows/complete-return.ts',
    tests: late,
    rule: 'A completed course stays completed after a chargeback.',
    find: "canMove(request.status, 'refunded')",
    replace: "(canMove(request.status, 'refunded') || request.status === 'completed')",
  },
  {
    ...polling,
    rule: 'A payment without a page that the provider does not know is abandoned after one poll.',
    find: 'delayMs === undefined || wasNeverStarted',
    replace: 'delayMs === undefined',
  },
  {
    ...polling,
    rule: 'A payment with an open page is polled again.',
    find: 'payment.accessCode === null && payment.isKnown === false',
    replace: 'payment.isKnown === false',
  },
  {
    ...polling,
    rule: 'A start that was interrupted is abandoned after the last poll.',
    find: "In(['initiating', 'pending'])",
    replace: "In(['pending'])",
  },
  {
    ...polling,
    rule: 'A settled payment is not polled again.',
    find: '!payment || isSettled(payment.status)',
    replace: '!payment',
  },
  {
    ...verifying,
    rule: 'A payment is shown to its payer alone.',
    find: 'payment?.payerId !== caller.id',
    replace: '!payment',
  },
  {
    ...verifying,
    rule: 'A verification from before the call does not answer it.',
    find: 'current.lastCheckedAt && current.lastCheckedAt >= enqueuedAt',
    replace: 'current.lastCheckedAt',
  },
  {
    ...approving,
    rule: 'A payment is approved for its payer alone.',
    find: '{ reference: query.ref, payerId: caller.id }',
    replace: '{ reference: query.ref }',
  },
  {
    ...approving,
    rule: 'A payment is approved for its own request alone.',
    find: "if (payment.requestId !== query.requestId) throw conflict('This payment belongs to another request.');",
    replace: '',
  },
  {
    ...approving,
    rule: 'A settled payment without success is not approved.',
    find: 'if (isSettled(payment.status)) throw conflict(message);',
    replace: '',
  },
  {
    ...limiting,
    rule: 'A sponsor holds a limited number of reservations.',
    find: 'held.count < reservationsPerSponsor',
    replace: 'held.count <= reservationsPerSponsor',
  },
  {
    ...limiting,
    rule: 'Reservations that are started at once are counted.',
    find: "  await execute(manager, `SELECT pg_advisory_xact_lock(hashtextextended('reservations:' || $1, 0))`, [\n    sponsorId,\n  ]);\n",
    replace: '',
  },
  {
    ...limiting,
    rule: 'A reservation that has lapsed does not count.',
    find: ' AND reserved_until > clock_timestamp()',
    replace: '',
  },
  {
    ...limiting,
    rule: 'A payment is started a limited number of times in 24 hours.',
    find: 'opened[renewalsPerDay]',
    replace: 'opened[renewalsPerDay + 1]',
  },
  {
    ...limiting,
    rule: 'Payments of another day do not count.',
    find: ' AND opened_at > now() - make_interval(secs => $3::float8 / 1000)',
    replace: '',
  },
  {
    ...continuing,
    rule: 'A page that has closed is not continued.',
    find: 'isSame && pageLeftMs(latest, now) > 0',
    replace: 'isSame',
  },
  {
    ...continuing,
    rule: 'A page for other terms is not continued.',
    find: 'latest.terms === request.terms && ',
    replace: '',
    tests: ['services/flows/initiate-payment.db.test.ts'],
  },
  {
    ...continuing,
    rule: 'A page for another amount is not continued.',
    find: ' && latest.amountMinor === charge.totalMinor',
    replace: '',
    tests: ['services/flows/initiate-payment.db.test.ts'],
  },
  {
    ...continuing,
    rule: 'A start whose process has died is not waited for.',
    find: ' && ageMs <= config.payment.timeoutMs + storingMs',
    replace: '',
    tests: starting.tests,
  },
  {
    ...continuing,
    rule: 'A page that a declined card leaves open is continued.',
    find: "In(['initiating', 'pending', 'failed'])",
    replace: "In(['initiating', 'pending'])",
    tests: late,
  },
  {
    ...reserving,
    rule: 'A sponsor pays for the terms that they read.',
    find: 'if (input.terms !== undefined && input.terms !== request.terms) throw conflict(termsChanged);',
    replace: '',
  },
  {
    ...reserving,
    rule: 'A course whose invoice is missing is not paid.',
    find: 'if (request.needsInvoice) throw conflict(noInvoice);',
    replace: '',
  },
  {
    ...reserving,
    rule: 'A course whose price is old is not paid.',
    find: 'if (request.needsPrice) throw conflict(oldPrice);',
    replace: '',
    tests: ['services/requests/prices.db.test.ts'],
  },
  {
    ...reserving,
    rule: 'The amount of a payment is ours.',
    find: 'Math.abs(input.amount - totalMinor) > toleranceMinor',
    replace: 'input.amount + toleranceMinor < totalMinor',
  },
  {
    ...reserving,
    rule: 'The currency of a payment is that of the course.',
    find: 'input.currency !== request.currency',
    replace: 'input.currency === undefined',
  },
  {
    ...reserving,
    rule: 'A course in a currency that is switched off is not paid.',
    find: '!config.payment.currencies.includes(request.currency)',
    replace: 'config.payment.currencies.length === 0',
  },
  {
    ...reserving,
    rule: 'A request that another sponsor has reserved is not paid.',
    find: "request.status !== 'reserved' || request.reservedById === sponsorId || leftMs <= 0",
    replace: "request.status === 'reserved' || leftMs <= 0",
  },
  {
    ...reserving,
    rule: 'A reservation that has lapsed is free.',
    find: ' || leftMs <= 0',
    replace: '',
  },
  {
    ...reserving,
    rule: 'A sponsor whom the learner knows from a meeting is not anonymous.',
    find: 'if (meeting && input.isAnonymous) {',
    replace: 'if (meeting === null && input.isAnonymous) {',
  },
  {
    ...reserving,
    rule: 'Starting again does not extend the reservation.',
    find: 'open?.openedAt ?? now',
    replace: 'now',
    tests: reservations,
  },
  {
    ...calling,
    rule: 'An unknown reference is recognised without an error code.',
    find: 'status === 404 || ',
    replace: '',
  },
  {
    ...calling,
    rule: 'Another rejection is not taken for an unknown reference.',
    find: 'return status === 404',
    replace: 'return status >= 400',
  },
];

export default mutations;
