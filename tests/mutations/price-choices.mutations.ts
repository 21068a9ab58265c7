import type { Mutation } from './mutation.ts';

const choices = ['services/purchases/price-choices/price-choices.long.db.test.ts'];
const asking = { file: 'services/purchases/price-choices/price-choices.ts', tests: choices };
const answering = { file: 'services/purchases/price-choices/answer-choice.ts', tests: choices };
const expiring = { file: 'services/purchases/price-choices/price-choices.ts', tests: choices };
const returning = { file: 'services/purchases/price-choices/price-choices.ts', tests: choices };
const prices = {
  file: 'services/purchases/contributions.ts',
  tests: ['services/purchases/contributions.test.ts'],
};

const mutations: Mutation[] = [
  {
    ...asking,
    rule: 'The payer is asked only about a price above 115 %.',
    find: "!== 'payer')",
    replace: "=== 'fund')",
  },
  {
    ...asking,
    rule: 'A question is not taken back while the payer pays.',
    find: 'if (paying) throw',
    replace: 'if (paying === null) throw',
  },
  {
    ...asking,
    rule: 'A payment that was abandoned does not keep a question open.',
    find: " AND p.status IN ('initiating', 'pending')`",
    replace: '`',
  },
  {
    ...answering,
    rule: 'A question is answered by its payer alone.',
    find: '{ id: about.paymentId, payerId }',
    replace: '{ id: about.paymentId }',
  },
  {
    ...answering,
    rule: 'A question is answered once.',
    find: "if (choice.status !== 'waiting') throw conflict(answered[choice.status]);",
    replace: '',
  },
  {
    ...answering,
    rule: 'A question is not answered after its last day.',
    find: 'if (choice.dueAt <= (await databaseNow(manager))) throw conflict(answered.expired);',
    replace: 'await databaseNow(manager);',
  },
  {
    file: 'services/purchases/price-choices/answer-choice.ts',
    tests: choices,
    rule: 'A difference is not paid while the payment is disputed.',
    find: '  await rejectWhileMoneyMoves(manager, purchase);\n',
    replace: '',
  },
  {
    file: 'services/purchases/price-choices/answer-choice.ts',
    tests: choices,
    rule: 'A difference is paid once.',
    find: 'if (open) return { payment: open, isNew: false };',
    replace: '',
  },
  {
    file: 'services/purchases/price-choices/answer-choice.ts',
    tests: choices,
    rule: 'Money that was taken back already is not taken back again.',
    find: "if (choice.status !== 'refund') {",
    replace: "if (choice.status !== 'expired') {",
  },
  {
    file: 'services/purchases/end-purchase.ts',
    tests: choices,
    rule: 'Only a waiting question is withdrawn.',
    find: " AND r.status = 'waiting'",
    replace: '',
  },
  {
    ...expiring,
    rule: 'A payer who has begun to pay has the time of the page.',
    find: "interval '1 hour'",
    replace: "interval '0 hours'",
  },
  {
    ...expiring,
    rule: 'A question expires after its last day.',
    find: 'AND c.due_at < now() AND NOT EXISTS',
    replace: 'AND NOT EXISTS',
  },
  {
    ...expiring,
    rule: 'A payer is reminded once.',
    find: ' AND r.reminded_at IS NULL',
    replace: '',
  },
  {
    ...expiring,
    rule: 'A payer is reminded two days before the last day.',
    find: "\n      AND r.due_at < now() + interval '2 days'",
    replace: '',
  },
  {
    ...returning,
    rule: 'The payer gets back what was not given back already.',
    find: 'await findLeftMinor(manager, payment)',
    replace: '(await findLeftMinor(manager, payment)) && (payment.capturedMinor ?? 0)',
  },
  {
    ...returning,
    rule: 'A payment with nothing left is not refunded again.',
    find: 'if (amountMinor === 0) return;',
    replace: '',
  },
  {
    ...prices,
    rule: 'The fund pays up to 105 %.',
    find: 'spentMinor * 100 <= givenMinor * fundPercent',
    replace: 'spentMinor * 100 < givenMinor * fundPercent',
  },
  {
    ...prices,
    rule: 'A second operator decides up to 115 %.',
    find: 'spentMinor * 100 <= givenMinor * approvalPercent',
    replace: 'spentMinor * 100 < givenMinor * approvalPercent',
  },
  {
    ...prices,
    rule: 'A difference that is too small to be charged is not asked of the payer.',
    find: "if (spentMinor - givenMinor < minimumPriceMinor[currency]) return 'second_operator';",
    replace: '',
  },
];

export default mutations;
