/** A place in the product where the rig can kill the process that gets there. */
export interface CrashPoint {
  name: string;
  /** Which processes get there. */
  process: 'api' | 'worker' | 'both';
  /**
   * The last step before it: a statement that changed rows, the commit of its transaction, a response of the provider, jobs that
   * were added to a queue, or a mail that the SMTP server accepted.
   */
  after:
    | { statement: RegExp }
    | { commitOf: RegExp }
    | { response: RegExp }
    | { event: 'jobs-added' | 'mail-accepted' };
  /** The load has no operators' refunds; the scenario requests them. */
  needsRefund?: boolean;
}

const insertPayment = /^INSERT INTO "payments"/;
const storePage = /^UPDATE "payments" SET "status" = .*"access_code"/s;
const settlePayment = /^UPDATE "payments" SET "status" = .*"captured_minor"/s;
const queuePurchase = /^INSERT INTO "purchases"/;
const storeWebhook = /^INSERT INTO "webhook_inbox"/;
const callRefund = /^UPDATE "refunds" SET "called_at"/;

/** All points, in the order of a payment's life. */
export const crashPoints: readonly CrashPoint[] = [
  { name: 'payment-inserted', process: 'api', after: { statement: insertPayment } },
  { name: 'payment-committed', process: 'api', after: { commitOf: insertPayment } },
  { name: 'provider-initialized', process: 'api', after: { response: /\/transaction\/initialize$/ } },
  { name: 'page-stored', process: 'api', after: { statement: storePage } },
  { name: 'webhook-committed', process: 'api', after: { commitOf: storeWebhook } },
  { name: 'settling', process: 'both', after: { statement: settlePayment } },
  // The sponsorship's job is committed with it, and has not run.
  { name: 'settled', process: 'both', after: { commitOf: settlePayment } },
  { name: 'approving', process: 'worker', after: { statement: queuePurchase } },
  // The job is done, and the queue does not know it.
  { name: 'approved', process: 'worker', after: { commitOf: queuePurchase } },
  {
    name: 'jobs-claimed',
    process: 'worker',
    after: { statement: /^\s*UPDATE outbox SET enqueued_at = now/ },
  },
  { name: 'jobs-added', process: 'worker', after: { event: 'jobs-added' } },
  { name: 'mail-accepted', process: 'worker', after: { event: 'mail-accepted' } },
  { name: 'job-closing', process: 'worker', after: { statement: /^UPDATE outbox SET closed_at/ } },
  { name: 'refund-claimed', process: 'worker', after: { commitOf: callRefund }, needsRefund: true },
  { name: 'refund-created', process: 'worker', after: { response: /\/refund$/ }, needsRefund: true },
];
