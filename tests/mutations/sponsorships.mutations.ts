import type { Mutation } from './mutation.ts';

const tests = ['services/flows/approve-sponsorship.long.db.test.ts'];
const approving = { file: 'services/flows/approve-sponsorship.ts', tests };
const finding = { file: 'services/purchases/follow-up-purchases.ts', tests };

const mutations: Mutation[] = [
  {
    file: 'services/flows/apply-settlement.ts',
    tests,
    rule: 'A settlement that approves a payment enqueues what follows from it.',
    find: '      await enqueue(manager, approveSponsorshipJob, { reference }, { key: reference });\n',
    replace: '      void approveSponsorshipJob;\n',
  },
  {
    ...approving,
    rule: 'A payment that is not settled is settled and approved by one job.',
    find: 'if (payment) await completeApproval(',
    replace: 'if (payment?.isKnown === undefined && payment) await completeApproval(',
  },
  {
    ...approving,
    rule: 'The late job of a payment that was given back opens no purchase, also when its request was paid again.',
    find: "payment.status !== 'approved' || ",
    replace: '',
  },
  {
    ...approving,
    rule: 'A course that was enrolled before there were purchases is not bought.',
    find: " || request.status !== 'paid'",
    replace: '',
  },
  {
    ...approving,
    rule: 'Receipts are sent once, also when their jobs are purged.',
    find: 'if (!(await queuePurchase(manager, { requestId, paymentId, courseTitle }))) return;',
    replace: 'await queuePurchase(manager, { requestId, paymentId, courseTitle });',
  },
  {
    ...approving,
    rule: 'An approved course is on the dashboard of its learner.',
    find: '  await enrolInPaidCourse(manager, request);\n',
    replace: '  void enrolInPaidCourse;\n',
  },
  {
    ...approving,
    rule: 'The learner gets a mail about the paid course.',
    find: "mail: 'receipt-for-learner'",
    replace: "mail: 'receipt-for-sponsor'",
  },
  {
    ...approving,
    tests: ['services/safety/shared-identity.db.test.ts'],
    rule: 'A payer who may be the learner is a case.',
    find: '  await openSharedIdentityCase(manager, payment);\n',
    replace: '  void openSharedIdentityCase;\n',
  },
  {
    ...finding,
    rule: 'Nothing is missing of a payment whose purchase is queued.',
    find: ' AND NOT EXISTS (SELECT FROM purchases u WHERE u.payment_id = p.id)',
    replace: '',
  },
  {
    ...finding,
    rule: 'Nothing is missing of a payment that was given back.',
    find: "p.status = 'approved' AND r.status = 'paid'",
    replace: "r.status IN ('paid', 'refunded')",
  },
  {
    ...finding,
    rule: 'Nothing is missing of a course that was enrolled before there were purchases.',
    find: " AND r.status = 'paid'",
    replace: '',
  },
  {
    file: 'services/platform/queue/outbox.ts',
    tests,
    rule: 'Calls do not wait for the job of an approval that is running.',
    find: "'SELECT 1 FROM outbox WHERE key = $1 AND closed_at IS NULL'",
    replace: "'SELECT 1 FROM outbox WHERE key = $1 AND false'",
  },
  {
    file: 'services/purchases/follow-up-purchases.ts',
    tests,
    rule: 'The follow-up enqueues an approval that is missing.',
    find: 'await enqueueMissingApprovals(db)',
    replace: '((_db: unknown) => 0)(enqueueMissingApprovals)',
  },
  {
    file: 'workers/payments/payments.handlers.ts',
    tests,
    rule: 'A poll enqueues an approval that is missing.',
    find: "payment?.status === 'approved'",
    replace: 'payment === null',
  },
  {
    file: 'services/flows/approve-sponsorship.ts',
    tests,
    rule: 'The call of the payer enqueues an approval that is missing.',
    find: '    await inTransaction(db, (manager) => enqueueMissingApproval(manager, reference));\n',
    replace: '    void enqueueMissingApproval;\n',
  },
  {
    file: 'services/purchases/follow-up-purchases.ts',
    tests,
    rule: 'An approval whose job ends while it is looked for is not enqueued again.',
    find: `  if (await hasUnfinishedJob(manager, approveSponsorshipJob, reference)) return false;
  if (!(await hasRow(manager, \`SELECT 1 \${withoutPurchase} AND p.reference = $1\`, [reference]))) return false;
`,
    replace: `  if (!(await hasRow(manager, \`SELECT 1 \${withoutPurchase} AND p.reference = $1\`, [reference]))) return false;
  if (await hasUnfinishedJob(manager, approveSponsorshipJob, reference)) return false;
`,
  },
  {
    file: 'services/dashboard/find-impact.ts',
    tests: ['services/dashboard/counted-lists.long.db.test.ts'],
    rule: 'A course that is not completed is not counted as completed.',
    find: "(g.id IS NOT NULL AND r.status = 'completed')",
    replace: 'g.id IS NOT NULL',
  },
  {
    file: 'services/dashboard/find-sponsored-requests.ts',
    tests: ['services/dashboard/counted-lists.long.db.test.ts'],
    rule: 'A counter of a sponsor opens the list that it counts.',
    find: "list ? sponsorListSql[list] : 'true'",
    replace: "'true'",
  },
  {
    file: 'services/dashboard/get-dashboard.ts',
    tests: ['services/dashboard/find-impact.db.test.ts'],
    rule: 'A dashboard has no list of the other role.',
    find: 'if (requested && !list) throw',
    replace: 'if (!requested && list) throw',
  },
  {
    file: 'workers/refunds/mails/refund.ts',
    tests: ['workers/mail-contents.db.test.ts'],
    rule: 'A learner reads that a bank took the payment, also where a part of it was refunded before.',
    find: 'returnReason(isTakenByBank ? null : refund)',
    replace: 'returnReason(refund)',
  },
];

export default mutations;
