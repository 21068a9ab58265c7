import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { histories, ModelLedger, paymentCount } from '#tests/money/ledger-histories.ts';
import {
  capturePostings,
  fixedAccounts,
  type Posting,
  purchasePostings,
  purchaseReturnPostings,
  requestAccount,
  restPostings,
  returnPostings,
} from './postings.ts';

const requests = Array.from({ length: paymentCount }, (_, n) => requestAccount(`${n}`));
const [first, second] = requests as [`request:${string}`, `request:${string}`];
const accounts = [first, first, second, 'pool:1'] as const;
const allotted = requestAccount('allotted');

it('keeps every random history balanced, equal to the provider, and without negative holdings', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(histories, (events) => {
      const ledger = new ModelLedger(accounts, allotted);
      for (const event of events) {
        const step = ledger.apply(event);
        if (!step) continue;
        seen.set(step.kind, (seen.get(step.kind) ?? 0) + 1);
        expect(step.postings.length).toBeGreaterThanOrEqual(2);
        expect(step.postings.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0);
      }
      const balance = Object.fromEntries(
        [...fixedAccounts, ...accounts, allotted].map((account) => [account, ledger.balanceOf(account)]),
      );
      expect(balance.provider).toBe(ledger.providerMinor);
      for (const account of [...accounts, allotted, 'service_fees', 'purchases'])
        expect(balance[account], account).toBeLessThanOrEqual(0);
      expect(balance.provider_fees).toBeGreaterThanOrEqual(0);
      expect([balance.refunds_out, balance.disputes_lost]).toEqual([0, 0]);
    }),
    { numRuns: 10_000 },
  );
  // Every kind of event happened often, so the histories reach what they are meant to check.
  expect(Math.min(...seen.values())).toBeGreaterThan(100);
  expect(seen.size).toBe(9);
});

describe('postings', () => {
  const account = requestAccount('1');

  it('of a capture split price and service fee', () => {
    expect(capturePostings(account, { capturedMinor: 2_001_800, feeMinor: 1_800 })).toEqual([
      { account: 'provider', amountMinor: 2_001_800 },
      { account, amountMinor: -2_000_000 },
      { account: 'service_fees', amountMinor: -1_800 },
    ]);
  });

  it.each([
    ['put the rest of a cheaper course into the fund', 900, -100],
    ['take the overrun of a dearer course from the fund', 1_040, 40],
  ])('%s', (_, priceMinor, fund) => {
    expect(purchasePostings(account, { heldMinor: 1_000, priceMinor })).toEqual([
      { account, amountMinor: 1_000 },
      { account: 'purchases', amountMinor: -priceMinor },
      { account: 'completion_fund', amountMinor: fund },
    ]);
  });

  it('return the service fee in parts that add up to it, and never more', () => {
    const fees = [333, 333, 334, 1_000].map((amountMinor, index) => {
      const money = { account, capturedMinor: 1_000, feeMinor: 1, returnedMinor: 333 * index, heldMinor: 0 };
      if (index === 3) money.returnedMinor = 1_000;
      const postings = returnPostings('disputes_lost', amountMinor, money);
      return postings.find((posting) => posting.account === 'service_fees')?.amountMinor ?? 0;
    });
    expect(fees).toEqual([0, 1, 0, 0]);
  });

  it('return the rest of a cheaper course without service fee, all of which follows with the other money', () => {
    expect(restPostings(100)).toEqual([
      { account: 'completion_fund', amountMinor: 100 },
      { account: 'refunds_out', amountMinor: -100 },
      { account: 'refunds_out', amountMinor: 100 },
      { account: 'provider', amountMinor: -100 },
    ]);
    const money = { account, capturedMinor: 1_009, feeMinor: 9, returnedMinor: 100, restMinor: 100 };
    expect(returnPostings('refunds_out', 909, { ...money, heldMinor: 0 })).toEqual(
      expect.arrayContaining([
        { account: 'service_fees', amountMinor: 9 },
        { account: 'completion_fund', amountMinor: 900 },
      ]),
    );
  });

  it('leave a rest that is on its way to the payer in the fund when the platform gives the price back', () => {
    const spent = purchasePostings(account, { heldMinor: 1_000, priceMinor: 800 });
    const money = { account, capturedMinor: 1_009, feeMinor: 9, returnedMinor: 0, heldMinor: 0 };
    const held = (postings: Posting[]) =>
      postings.find((posting) => posting.account === account)?.amountMinor;
    expect(held(purchaseReturnPostings(spent, money))).toBe(-1_000);
    expect(held(purchaseReturnPostings(spent, money, 200))).toBe(-800);
    const returned = { ...money, returnedMinor: 200, restMinor: 200 };
    expect(held(purchaseReturnPostings(spent, returned))).toBe(-800);
  });

  it('return the service fee in proportion, and spent money from the fund', () => {
    const money = {
      account,
      capturedMinor: 2_001_800,
      feeMinor: 1_800,
      returnedMinor: 0,
      heldMinor: 500_000,
    };
    expect(returnPostings('refunds_out', 1_000_900, money)).toEqual([
      { account, amountMinor: 500_000 },
      { account: 'completion_fund', amountMinor: 500_000 },
      { account: 'service_fees', amountMinor: 900 },
      { account: 'refunds_out', amountMinor: -1_000_900 },
      { account: 'refunds_out', amountMinor: 1_000_900 },
      { account: 'provider', amountMinor: -1_000_900 },
    ]);
  });
});
