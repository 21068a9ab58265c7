import { describe, expect, it } from 'vitest';
import type { HistoryLine } from '../history.ts';
import { measureRecovery } from './measure-recovery.ts';
import { type RunRecord, runChecks } from './run-checks.ts';
import type { Snapshot, StoredPayment } from './snapshot.ts';

const use = { name: 'api 1', descriptors: 40, heapMb: 60 };
const paid: StoredPayment = {
  id: 'p1',
  reference: 'pay-1',
  requestId: 'r1',
  status: 'approved',
  capturedMinor: 100,
  capturedCurrency: 'NGN',
  settledAtMs: 5_000,
  hasPurchase: true,
  hasEnrolment: true,
};
const sound: Snapshot = {
  captured: [{ reference: 'pay-1', amountMinor: 100, currency: 'NGN' }],
  payments: [
    paid,
    { ...paid, id: 'p2', reference: 'pay-2', requestId: 'r2', status: 'pending', settledAtMs: null },
  ],
  approvalMails: [
    { outboxId: 'm1', mail: 'receipt-for-learner', paymentId: 'p1' },
    { outboxId: 'm2', mail: 'receipt-for-sponsor', paymentId: 'p1' },
  ],
  mails: [
    { messageId: 'm1@courselift.example', atMs: 6_000 },
    { messageId: 'm2@courselift.example', atMs: 6_000 },
  ],
  ledger: { NGN: 98 },
  provider: { NGN: 98 },
  stored: new Set(['file:r1', 'initiate:pay-1']),
  dueJobs: [],
  failedJobs: [],
  queued: [],
  base: { processes: [use], connections: 20 },
  now: { processes: [use], connections: 20 },
};

const seen = (operation: number, atMs: number, result: string): HistoryLine[] => [
  { operation, name: 'verify', phase: 'invoke', atMs, key: 'pay-1' },
  { operation, name: 'verify', phase: 'ok', atMs: atMs + 10, key: 'pay-1', status: 200, result },
];
const history: HistoryLine[] = [
  { operation: 1, name: 'file', phase: 'invoke', atMs: 0 },
  { operation: 1, name: 'file', phase: 'ok', atMs: 10, key: 'r1', status: 201 },
  { operation: 2, name: 'initiate', phase: 'ok', atMs: 20, key: 'pay-1', status: 200 },
  { operation: 3, name: 'newsletter', phase: 'unknown', atMs: 30, key: 'lost@people.example' },
  ...seen(4, 100, 'pending'),
  ...seen(5, 200, 'success'),
];

function broken(change: Partial<Snapshot>, record: Partial<RunRecord> = {}): string[] {
  const results = runChecks({ ...sound, ...change }, { history, faults: [], ...record });
  return results.filter(({ violations }) => violations.length > 0).map(({ rule }) => rule);
}

const captured = 'captured at the provider = approved, in review, refund due or reversed';
const approval = 'one approval per request, with one mail each to learner and sponsor';
const bought = 'a purchase and an enrolment for each approved payment';
const doubled = 'mails arrived twice only after a lost connection or worker';

describe('the checks of a run', () => {
  it('all hold for a run without loss', () => expect(broken({})).toEqual([]));

  it.each<[string, string, Partial<Snapshot>]>([
    ['an approved payment without a purchase', bought, { payments: [{ ...paid, hasPurchase: false }] }],
    ['an approved payment without an enrolment', bought, { payments: [{ ...paid, hasEnrolment: false }] }],
    [
      'a captured payment that is pending here',
      captured,
      { payments: [{ ...paid, status: 'pending' }], approvalMails: [] },
    ],
    ['a captured transaction that is not stored', captured, { payments: [] }],
    ['an approval without a capture', captured, { captured: [] }],
    ['another amount than was captured', captured, { payments: [{ ...paid, capturedMinor: 99 }] }],
    [
      'a second mail job of one approval',
      approval,
      { approvalMails: [...sound.approvalMails, ...sound.approvalMails] },
    ],
    ['an approval without a mail job', approval, { approvalMails: sound.approvalMails.slice(1) }],
    ['a mail that never arrived', approval, { mails: sound.mails.slice(1) }],
    ['a mail that arrived twice', doubled, { mails: [...sound.mails, ...sound.mails.slice(1)] }],
    ['a ledger of another sum', 'ledger = provider in each currency', { ledger: { NGN: 97 } }],
    ['a ledger without a currency', 'ledger = provider in each currency', { provider: { NGN: 98, USD: 1 } }],
    [
      'an acknowledged request that is missing',
      'acknowledged writes are stored',
      { stored: new Set(['initiate:pay-1']) },
    ],
    ['a job that is due', 'no job is due', { dueJobs: [{ id: 'o1', job: 'mail.deliver', lastError: null }] }],
    ['a job in the queue', 'the queues are empty', { queued: ['mail:o1'] }],
    [
      'a job that failed',
      'no job failed for good',
      { failedJobs: [{ id: 'o1', job: 'mail.deliver', lastError: '451' }] },
    ],
    [
      'descriptors that were not closed',
      'descriptors, memory and connections are back',
      { now: { processes: [{ ...use, descriptors: 400 }], connections: 20 } },
    ],
    [
      'memory that was not freed',
      'descriptors, memory and connections are back',
      { now: { processes: [{ ...use, heapMb: 150 }], connections: 20 } },
    ],
    [
      'connections that were not closed',
      'descriptors, memory and connections are back',
      { now: { processes: [use], connections: 200 } },
    ],
  ])('report %s', (_, rule, change) => expect(broken(change)).toEqual([rule]));

  it('report two approved payments of one request', () => {
    const second: StoredPayment = { ...paid, id: 'p3', reference: 'pay-3' };
    const twice = {
      payments: [paid, second],
      captured: [...sound.captured, { reference: 'pay-3', amountMinor: 100, currency: 'NGN' }],
      approvalMails: sound.approvalMails.flatMap((mail) => [
        mail,
        { ...mail, paymentId: 'p3', outboxId: `${mail.outboxId}3` },
      ]),
      mails: sound.mails.flatMap((mail) => [mail, { ...mail, messageId: mail.messageId.replace('@', '3@') }]),
    };
    expect(broken(twice)).toEqual([approval]);
  });

  it('allow a second copy of a mail only beside a fault that explains it', () => {
    const mails = [...sound.mails, { messageId: 'm1@courselift.example', atMs: 20_000 }];
    const fault = { target: 0, startMs: 7_000, endMs: 8_000 } as const;
    expect(broken({ mails }, { faults: [{ ...fault, kind: 'kill-worker' }] })).toEqual([]);
    expect(broken({ mails }, { faults: [{ ...fault, kind: 'kill-postgres' }] })).toEqual([doubled]);
    const later = { ...fault, kind: 'kill-worker', startMs: 30_000, endMs: 31_000 } as const;
    expect(broken({ mails }, { faults: [later] })).toEqual([doubled]);
  });

  it('report a client that saw a payment as paid and then as unpaid, unless it was reversed', () => {
    const changed = { history: [...history, ...seen(6, 300, 'pending')] };
    expect(broken({}, changed)).toEqual(['no client saw paid and then unpaid']);
    expect(broken({ payments: [{ ...paid, status: 'reversed' }] }, changed)).toEqual([]);
    // The call began before the payment was seen as paid.
    expect(broken({}, { history: [...history, ...seen(6, 195, 'pending')] })).toEqual([]);
  });
});

describe('recovery', () => {
  const press: HistoryLine = {
    operation: 9,
    name: 'press',
    phase: 'ok',
    atMs: 1_000,
    key: 'pay-1',
    result: 'pay',
  };
  const fault = { kind: 'kill-worker', target: 0 } as const;

  it('counts from the click without a fault, and from the end of the last fault otherwise', () => {
    const quiet = measureRecovery([press], [paid], [{ ...fault, startMs: 6_000, endMs: 7_000 }]);
    expect([quiet.quiet.max, quiet.afterFault.count]).toEqual([4, 0]);
    const faults = [
      { ...fault, startMs: 500, endMs: 2_000 },
      { ...fault, startMs: 2_500, endMs: 3_000 },
    ];
    expect(measureRecovery([press], [paid], faults).afterFault).toMatchObject({ count: 1, max: 2 });
  });

  it('names paid references that were never settled', () => {
    const open = { ...paid, settledAtMs: null };
    expect(measureRecovery([press], [open], []).open).toEqual(['pay-1']);
  });
});
