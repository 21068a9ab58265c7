import type { Mutation } from './mutation.ts';

const tests = ['services/purchases/purchases.db.test.ts'];
const handedOver = ['services/purchases/handed-over-courses.db.test.ts'];
const returned = ['services/purchases/purchases-and-returns.db.test.ts'];
const choices = ['services/purchases/price-choices/price-choices.db.test.ts'];
const buying = { file: 'services/purchases/buy-purchase.ts', tests };
const locking = { file: 'services/purchases/lock-purchase.ts', tests };
const requeueing = { file: 'services/purchases/requeue-purchase.ts', tests };
const queueing = { file: 'services/purchases/queue-purchase.ts', tests };
const followingUp = { file: 'services/purchases/follow-up-purchases.ts', tests: handedOver };
const handingOver = { file: 'services/purchases/hand-over-purchase.ts', tests: handedOver };
const revealing = { file: 'services/purchases/reveal-code.ts', tests: handedOver };

const mutations: Mutation[] = [
  {
    file: 'services/safety/is-held.ts',
    tests,
    rule: 'A course is not bought while its payer is suspended.',
    find: 's.user_id IN (p.payer_id, r.learner_id)',
    replace: 's.user_id = r.learner_id',
  },
  {
    file: 'services/safety/is-held.ts',
    tests,
    rule: 'A course is not bought while its learner is suspended.',
    find: 's.user_id IN (p.payer_id, r.learner_id)',
    replace: 's.user_id = p.payer_id',
  },
  {
    file: 'services/safety/is-held.ts',
    tests,
    rule: 'A lifted suspension holds nothing.',
    find: ' AND s.lifted_at IS NULL',
    replace: '',
  },
  {
    file: 'services/safety/is-held.ts',
    tests,
    rule: 'A course is not bought while its request is held.',
    find: "r.holds <> '{}'",
    replace: 'false',
  },
  {
    ...locking,
    rule: 'A course is not bought while its payment is disputed.',
    find: 'if (await isFrozen(manager, purchase.requestId))',
    replace: "if (purchase.requestId === '')",
  },
  {
    ...locking,
    rule: 'A course is not bought while its payment is being refunded.',
    find: 'refunds.some(({ status }) => isRefundOpen(status))',
    replace: "refunds.some(({ status }) => status === 'needs_attention')",
  },
  {
    ...locking,
    rule: 'A failed refund does not stop a purchase.',
    find: 'refunds.some(({ status }) => isRefundOpen(status))',
    replace: 'refunds.length > 0',
  },
  {
    ...locking,
    rule: 'A course is not bought while the payment of its difference is being refunded.',
    find: '[payment, ...added].map',
    replace: '[payment, ...added.slice(0, 0)].map',
    tests: choices,
  },
  {
    ...locking,
    rule: 'A course is not bought while the payer is asked about its price.',
    find: '  if (choice)\n',
    replace: '  if (choice && purchase.attempt === 0)\n',
    tests: choices,
  },
  {
    ...locking,
    rule: 'One operator holds a purchase.',
    find: 'ownerId !== operatorId && claimedUntil &&',
    replace: 'ownerId === null && claimedUntil &&',
  },
  {
    ...locking,
    rule: 'A claim that has lapsed is free again.',
    find: "status === 'claimed' && claimedUntil !== null && claimedUntil > now",
    replace: "status === 'claimed' && claimedUntil !== null && now !== null",
  },
  {
    ...locking,
    rule: 'A purchase is claimed before the course is bought.',
    find: 'if (!isClaimed(purchase, await databaseNow(manager)))',
    replace: "if (purchase.status === 'failed')",
  },
  {
    ...locking,
    rule: 'A purchase that has ended is not claimed.',
    find: "if (status === 'failed') throw conflict('This purchase has ended: its money is given back.');",
    replace: '',
  },
  {
    ...locking,
    rule: 'A course that was bought is not bought again.',
    find: "if (status === 'bought' || status === 'handed_over') throw",
    replace: "if (status === 'handed_over') throw",
  },
  {
    ...locking,
    rule: 'A course that is redeemed is not bought again.',
    find: "if (status === 'redeemed') throw conflict('The learner is enrolled already; there is nothing to buy.');",
    replace: '',
    tests: handedOver,
  },
  {
    file: 'services/purchases/claim-purchase.ts',
    tests,
    rule: 'A purchase that is not claimed is not released.',
    find: "if (purchase.status !== 'claimed') throw conflict('This purchase is not claimed.');",
    replace: '',
  },
  {
    file: 'services/purchases/claim-purchase.ts',
    tests,
    rule: 'The claim of another operator is not released.',
    find: 'if (purchase.ownerId !== action.operatorId) await',
    replace: "if (purchase.ownerId === '') await",
  },
  {
    ...buying,
    rule: 'A price far above what was paid is decided by the payer.',
    find: "if (decision === 'payer')",
    replace: 'if (decision === undefined)',
  },
  {
    ...buying,
    rule: 'A price above 105 % is approved first.',
    find: 'purchase.overrunApprovedById === null || spentMinor',
    replace: 'spentMinor',
  },
  {
    ...buying,
    rule: 'A price above the approved one is approved again.',
    find: 'spentMinor > (purchase.overrunMinor ?? 0)',
    replace: 'spentMinor < 0',
  },
  {
    ...buying,
    rule: 'The operator who asked for a price does not approve it.',
    find: 'hasFourEyes && purchase.overrunById === operatorId',
    replace: "hasFourEyes && purchase.overrunById === ''",
  },
  {
    ...buying,
    rule: 'A price is approved while its purchase is claimed.',
    find: "purchase.overrunMinor === null || purchase.status !== 'claimed'",
    replace: 'purchase.overrunMinor === null',
  },
  {
    ...buying,
    rule: 'A price that was not requested is not approved.',
    find: "purchase.overrunMinor === null || purchase.status !== 'claimed'",
    replace: "purchase.status !== 'claimed'",
  },
  {
    ...buying,
    rule: 'Only a price between 105 % and 115 % is for a second operator.',
    find: "!== 'second_operator')",
    replace: "=== 'payer')",
  },
  {
    ...buying,
    rule: 'Another price needs another approval.',
    find: '    overrunApprovedById: null,\n',
    replace: '',
  },
  {
    ...buying,
    rule: 'The rate is 1 in the same currency.',
    find: 'isSame ? exchangeRate !== 1 : !(exchangeRate > 0)',
    replace: '!(exchangeRate > 0)',
  },
  {
    ...buying,
    rule: 'The rate of another currency is above 0.',
    find: 'isSame ? exchangeRate !== 1 : !(exchangeRate > 0)',
    replace: 'isSame && exchangeRate !== 1',
  },
  {
    file: 'services/purchases/find-given.ts',
    tests: choices,
    rule: 'A difference that was not paid does not count as given.',
    find: " AND p.status = 'added'",
    replace: '',
  },
  {
    ...requeueing,
    rule: 'What the platform gave back goes back to the request.',
    find: 'if (isMoneyBack && purchase.boughtAt) {',
    replace: 'if (isMoneyBack && !purchase.boughtAt) {',
  },
  {
    ...requeueing,
    rule: 'The fund pays for another attempt when the platform kept the price.',
    find: 'if (isMoneyBack && purchase.boughtAt) {',
    replace: 'if (purchase.boughtAt) {',
    tests: handedOver,
  },
  {
    ...requeueing,
    rule: 'A purchase that has ended does not start again.',
    find: "if (!canMovePurchase(purchase.status, to)) throw conflict('This purchase has ended, or was never begun.');",
    replace: '',
  },
  {
    ...requeueing,
    rule: 'A purchase that was not bought is still the first attempt.',
    find: '(purchase.boughtAt ? 1 : 0)',
    replace: '1',
  },
  {
    ...requeueing,
    rule: 'A code is erased when its course is bought again.',
    find: '  await manager.delete(PurchaseCodeEntity, { purchaseId });\n',
    replace: '',
    tests: handedOver,
  },
  {
    ...requeueing,
    rule: 'Every payment for a course that cannot be bought is refunded.',
    find: 'of [payment, ...added]) {',
    replace: 'of [payment, ...added.slice(0, 0)]) {',
    tests: choices,
  },
  {
    ...queueing,
    rule: 'A course that was bought stays in the hands of operators when its money goes back.',
    find: "purchase.status !== 'queued' && purchase.status !== 'claimed'",
    replace: "purchase.status === 'redeemed'",
    tests: returned,
  },
  {
    ...queueing,
    rule: 'A claimed purchase ends when its money goes back.',
    find: "purchase.status !== 'queued' && purchase.status !== 'claimed'",
    replace: "purchase.status !== 'queued'",
  },
  {
    ...queueing,
    rule: 'The difference is refunded when the first payment goes back.',
    find: 'of (await findGiven(manager, purchase)).added) {',
    replace: 'of (await findGiven(manager, purchase)).added.slice(0, 0)) {',
    tests: choices,
  },
  {
    file: 'services/purchases/complete-purchase.ts',
    tests: handedOver,
    rule: 'A code is erased when the learner is enrolled.',
    find: '  await manager.delete(PurchaseCodeEntity, { purchaseId: purchase.id });\n',
    replace: '',
  },
  {
    file: 'services/purchases/complete-purchase.ts',
    tests: handedOver,
    rule: 'The case of a purchase is closed when the learner is enrolled.',
    find: "  await closeCase(manager, purchaseCase(purchase.id), { outcome: 'enrolled', reason });\n",
    replace: '',
  },
  {
    ...handingOver,
    rule: 'A course is bought before it is handed over.',
    find: "if (status === 'bought' || (status === 'handed_over' && needsCode)) return;",
    replace: "if (status !== 'redeemed') return;",
  },
  {
    ...handingOver,
    rule: 'Only a code is handed over again.',
    find: "(status === 'handed_over' && needsCode)",
    replace: "status === 'handed_over'",
  },
  {
    ...handingOver,
    rule: 'An enrolment code is required.',
    find: 'if (needsCode && !code) {',
    replace: 'if (needsCode && code === null) {',
  },
  {
    ...handingOver,
    rule: 'A code that is handed over again can be seen again.',
    find: '    codeSeenAt: null,\n',
    replace: '',
  },
  {
    ...revealing,
    rule: 'A code is shown once.',
    find: 'if (purchase.codeSeenAt)',
    replace: "if (purchase.status === 'failed')",
  },
  {
    ...revealing,
    rule: 'A code is erased when it was shown.',
    find: '    await manager.delete(PurchaseCodeEntity, { purchaseId: purchase.id });\n',
    replace: '',
  },
  {
    file: 'services/purchases/lock-own-purchase.ts',
    tests: handedOver,
    rule: 'A code is shown to its learner alone.',
    find: '{ id: requestId, learnerId }',
    replace: '{ id: requestId }',
  },
  {
    file: 'services/purchases/redeem-course.ts',
    tests: handedOver,
    rule: 'A course is handed over before it is redeemed.',
    find: "purchase.status !== 'handed_over' || !canMove",
    replace: '!canMove',
  },
  {
    file: 'services/purchases/record-enrolment.ts',
    tests: handedOver,
    rule: 'A learner is not enrolled in a course that is not handed over.',
    find: "purchase.status !== 'handed_over' || !canMove",
    replace: '!canMove',
  },
  {
    ...followingUp,
    rule: 'A learner is not reminded before 3 days.',
    find: "r.handed_over_at < now() - interval '3 days'",
    replace: 'r.handed_over_at < now()',
  },
  {
    ...followingUp,
    rule: 'A learner is reminded once after 3 days.',
    find: 'r.reminded_at IS NULL AND r.handed_over_at',
    replace: 'r.handed_over_at',
  },
  {
    ...followingUp,
    rule: 'A learner is not reminded of a code that has lapsed.',
    find: ' AND (r.redeem_by IS NULL OR r.redeem_by > now())',
    replace: '',
  },
  {
    ...followingUp,
    rule: 'A learner is reminded again 3 days before the last day.',
    find: "r.redeem_by < now() + interval '3 days' AND coalesce",
    replace: 'false AND coalesce',
  },
  {
    ...followingUp,
    rule: 'A course is bought again only after its last day.',
    find: "status = 'handed_over' AND redeem_by < now()",
    replace: "status = 'handed_over' AND redeem_by < now() + interval '30 days'",
  },
  {
    ...followingUp,
    rule: 'A claim lapses at its end.',
    find: "r.status = 'claimed' AND r.claimed_until < now()",
    replace: "r.status = 'claimed' AND r.claimed_until < now() + interval '1 day'",
  },
];

export default mutations;
