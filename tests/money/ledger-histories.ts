import fc from 'fast-check';
import {
  type Account,
  type CapturedMoney,
  capturePostings,
  type HoldingAccount,
  type Posting,
  providerFeePostings,
  purchasePostings,
  purchaseReturnPostings,
  restPostings,
  returnPostings,
} from '#services/ledger/postings.ts';
import { allotmentPostings } from './record-allotment.ts';

/** Payments of a history: two for one request (the second one is a surplus), one for another, and one for a pool. */
export const paymentCount = 4;
const poolPayment = 3;

/** Something that happens to one of the payments. `share` is a part of what is left, in hundredths of a percent. */
export type LedgerEvent =
  | { kind: 'capture'; payment: number; priceMinor: number; feeMinor: number }
  | { kind: 'provider_fee'; payment: number; feesMinor: number }
  | { kind: 'refund' | 'dispute_lost' | 'allotment'; payment: number; share: number }
  | { kind: 'purchase'; payment: number; percent: number; isAllotted: boolean }
  | { kind: 'purchase_return' | 'reversal' | 'rest'; payment: number };

const payment = fc.nat(paymentCount - 1);
const share = fc.integer({ min: 1, max: 10_000 });
const event: fc.Arbitrary<LedgerEvent> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('capture' as const),
      payment,
      priceMinor: fc.integer({ min: 200, max: 1_000_000_000 }),
      feeMinor: fc.nat(900_000),
    }),
  },
  fc.record({ kind: fc.constant('provider_fee' as const), payment, feesMinor: fc.nat(200_000) }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('refund' as const, 'dispute_lost' as const, 'allotment' as const),
      payment,
      share,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('purchase' as const),
      payment,
      percent: fc.integer({ min: 1, max: 105 }),
      isAllotted: fc.boolean(),
    }),
  },
  fc.record({
    kind: fc.constantFrom('purchase_return' as const, 'reversal' as const, 'rest' as const),
    payment,
  }),
);

/** Random histories of captures, fees, refunds, disputes, purchases, returns and allotments. */
export const histories = fc.array(event, { minLength: 4, maxLength: 30, size: 'max' });

/** One event with its amounts, as the product would record it. */
export interface Step {
  kind: LedgerEvent['kind'];
  payment: number;
  reference: number;
  /** Captured, returned, spent or allotted. */
  amountMinor: number;
  feeMinor: number;
  /** Bought with money that the pool allotted to a request. */
  isAllotted: boolean;
  postings: Posting[];
}

/** A ledger in memory: applies events with the product's posting rules and refuses those that cannot happen. */
export class ModelLedger {
  readonly steps: Step[] = [];
  /** The provider's own books: captured, less its fees, less what was returned. */
  providerMinor = 0;
  readonly accounts: readonly HoldingAccount[];
  readonly allotted: HoldingAccount;

  constructor(accounts: readonly HoldingAccount[], allotted: HoldingAccount) {
    this.accounts = accounts;
    this.allotted = allotted;
  }

  balanceOf(account: Account): number {
    return this.steps
      .flatMap(({ postings }) => postings)
      .filter((posting) => posting.account === account)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  }

  /** Applies an event; undefined when it cannot happen, such as a refund of nothing. */
  apply(event: LedgerEvent): Step | undefined {
    const step = this.#toStep(event);
    if (!step) return undefined;
    this.steps.push(step);
    if (step.kind === 'capture') this.providerMinor += step.amountMinor;
    if (['provider_fee', 'refund', 'rest', 'dispute_lost', 'reversal'].includes(step.kind))
      this.providerMinor -= step.amountMinor;
    return step;
  }

  #toStep(event: LedgerEvent): Step | undefined {
    const { kind, payment } = event;
    const step = (amountMinor: number, postings: Posting[], more: Partial<Step> = {}): Step => ({
      kind,
      payment,
      reference: this.steps.length,
      amountMinor,
      feeMinor: 0,
      isAllotted: false,
      postings,
      ...more,
    });
    const account = this.accounts[payment] as HoldingAccount;
    const money = this.#moneyOf(payment, account);
    if (kind === 'capture') {
      if (money.capturedMinor > 0) return undefined;
      const { feeMinor } = event;
      const capturedMinor = event.priceMinor + feeMinor;
      return step(capturedMinor, capturePostings(account, { capturedMinor, feeMinor }), { feeMinor });
    }
    if (money.capturedMinor === 0) return undefined;
    const has = (kind: LedgerEvent['kind']) =>
      this.steps.some((earlier) => earlier.kind === kind && earlier.payment === payment);
    const leftMinor = has('reversal') ? 0 : money.capturedMinor - money.returnedMinor;
    switch (event.kind) {
      case 'provider_fee':
        if (event.feesMinor === 0 || has('provider_fee')) return undefined;
        return step(event.feesMinor, providerFeePostings(event.feesMinor));
      case 'refund':
      case 'dispute_lost':
      case 'reversal': {
        const amount = 'share' in event ? Math.ceil((leftMinor * event.share) / 10_000) : leftMinor;
        if (amount === 0) return undefined;
        const through = event.kind === 'dispute_lost' ? 'disputes_lost' : 'refunds_out';
        return step(amount, returnPostings(through, amount, money));
      }
      case 'rest': {
        const last = this.steps.findLast(
          (earlier) => earlier.payment === payment && /purchase|rest/.test(earlier.kind),
        );
        const fund = last?.postings.find((posting) => posting.account === 'completion_fund');
        const amount = Math.min(leftMinor, -(fund?.amountMinor ?? 0));
        if (last?.kind !== 'purchase' || last.isAllotted || amount <= 0) return undefined;
        return step(amount, restPostings(amount));
      }
      case 'purchase': {
        const isAllotted = payment === poolPayment;
        if (isAllotted !== event.isAllotted) return undefined;
        const from = isAllotted ? this.allotted : account;
        const heldMinor = isAllotted ? -this.balanceOf(from) : money.heldMinor;
        const priceMinor = Math.floor((heldMinor * event.percent) / 100);
        if (priceMinor === 0) return undefined;
        return step(priceMinor, purchasePostings(from, { heldMinor, priceMinor }), { isAllotted });
      }
      case 'purchase_return': {
        const bought = this.steps.findLast(
          (earlier) => earlier.kind === 'purchase' && earlier.payment === payment,
        );
        if (!bought || bought.reference < this.#lastReturnOf(payment)) return undefined;
        const postings = bought.isAllotted
          ? bought.postings.map((posting) => ({ ...posting, amountMinor: -posting.amountMinor }))
          : purchaseReturnPostings(bought.postings, money);
        if (postings.length === 0) return undefined;
        return step(bought.amountMinor, postings, {
          reference: bought.reference,
          isAllotted: bought.isAllotted,
        });
      }
      case 'allotment': {
        const amount = Math.floor((-this.balanceOf(account) * event.share) / 10_000);
        if (payment !== poolPayment || amount === 0) return undefined;
        return step(amount, allotmentPostings(account, this.allotted, amount));
      }
    }
  }

  #lastReturnOf(payment: number): number {
    return this.steps.findLastIndex(
      (earlier) => earlier.kind === 'purchase_return' && earlier.payment === payment,
    );
  }

  #moneyOf(payment: number, account: HoldingAccount): CapturedMoney {
    const own = this.steps.filter((step) => step.payment === payment);
    const sum = (kinds: LedgerEvent['kind'][]) =>
      own
        .filter(({ kind }) => kinds.includes(kind))
        .reduce((total, { amountMinor }) => total + amountMinor, 0);
    // An allotment and what it pays for belong to no payment.
    const held = own
      .filter(({ kind, isAllotted }) => kind !== 'allotment' && !isAllotted)
      .flatMap(({ postings }) => postings)
      .filter((posting) => posting.account === account)
      .reduce((total, { amountMinor }) => total - amountMinor, 0);
    return {
      account,
      capturedMinor: sum(['capture']),
      feeMinor: own.find(({ kind }) => kind === 'capture')?.feeMinor ?? 0,
      returnedMinor: sum(['refund', 'rest', 'dispute_lost', 'reversal']),
      restMinor: sum(['rest']),
      heldMinor: Math.max(0, Math.min(held, -this.balanceOf(account))),
    };
  }
}
