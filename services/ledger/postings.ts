/**
 * Accounts of the ledger (decisions section 9). A debit is positive and a credit negative, so the balance of an account
 * with money or costs (`provider`, `provider_fees`) is a debit, and that of a claim or a purpose a credit:
 * - `provider`: money at the payment provider, after its fees
 * - `provider_fees`: what the provider took
 * - `service_fees`: what the platform earned
 * - `request:<id>`, `pool:<id>`: given and not spent
 * - `completion_fund`: rests of cheaper courses less overruns of dearer ones
 * - `purchases`: spent on courses
 * - `refunds_out`, `disputes_lost`: passed through; their turnover is the sum of refunds and lost disputes
 */
export const fixedAccounts = [
  'provider',
  'provider_fees',
  'service_fees',
  'completion_fund',
  'purchases',
  'refunds_out',
  'disputes_lost',
] as const;

/** An account that holds money given for one request, or one pool. */
export type HoldingAccount = `request:${string}` | `pool:${string}`;

/** Name of an account; see {@link fixedAccounts}. */
export type Account = (typeof fixedAccounts)[number] | HoldingAccount;

/** Returns the account of the money given for a request. */
export const requestAccount = (requestId: string): HoldingAccount => `request:${requestId}`;

/** One line of a transaction in minor units: a debit is positive, a credit negative. */
export interface Posting {
  account: Account;
  amountMinor: number;
}

/**
 * Money of one payment before it is returned or spent, in minor units: what was captured, the part of it that is the
 * service fee, what was returned before, as much of that as was the rest of a cheaper course, and what the request or pool still
 * holds of it.
 */
export interface CapturedMoney {
  account: HoldingAccount;
  capturedMinor: number;
  feeMinor: number;
  returnedMinor: number;
  /** 0 by default. */
  restMinor?: number;
  heldMinor: number;
}

/** Moves a captured payment into the account of its request or pool, and its service fee to the platform. */
export function capturePostings(
  account: HoldingAccount,
  { capturedMinor, feeMinor }: Pick<CapturedMoney, 'capturedMinor' | 'feeMinor'>,
): Posting[] {
  return withoutZeros([
    { account: 'provider', amountMinor: capturedMinor },
    { account, amountMinor: feeMinor - capturedMinor },
    { account: 'service_fees', amountMinor: -feeMinor },
  ]);
}

/** Takes what the provider charged for a payment from the money at the provider. */
export function providerFeePostings(feesMinor: number): Posting[] {
  return withoutZeros([
    { account: 'provider_fees', amountMinor: feesMinor },
    { account: 'provider', amountMinor: -feesMinor },
  ]);
}

/**
 * Spends what a request holds on its course: the rest goes to the completion fund, and an overrun comes from it.
 * `priceMinor` is what was really paid for the course.
 */
export function purchasePostings(
  account: HoldingAccount,
  { heldMinor, priceMinor }: { heldMinor: number; priceMinor: number },
): Posting[] {
  return withoutZeros([
    { account, amountMinor: heldMinor },
    { account: 'purchases', amountMinor: -priceMinor },
    { account: 'completion_fund', amountMinor: priceMinor - heldMinor },
  ]);
}

/**
 * Gives back what was spent on a course, to those who bore it: the request gets what the payer has not got back yet, at
 * most what it spent, and the completion fund gets or pays the rest. `spent` are the postings of the purchase, `promisedMinor` the
 * rest of a cheaper course that is on its way to the payer from the fund.
 */
export function purchaseReturnPostings(
  spent: readonly Posting[],
  money: CapturedMoney,
  promisedMinor = 0,
): Posting[] {
  const { account, capturedMinor, feeMinor, returnedMinor, heldMinor } = money;
  const sumOf = (name: Account) =>
    spent.reduce((sum, posting) => sum + (posting.account === name ? posting.amountMinor : 0), 0);
  const priceMinor = -sumOf('purchases');
  const returnedPrice = returnedMinor - returnedFee(returnedMinor, money);
  const leftMinor = capturedMinor - feeMinor - returnedPrice - promisedMinor;
  const requestMinor = Math.max(0, Math.min(sumOf(account), leftMinor - heldMinor));
  return withoutZeros([
    { account, amountMinor: -requestMinor },
    { account: 'purchases', amountMinor: priceMinor },
    { account: 'completion_fund', amountMinor: requestMinor - priceMinor },
  ]);
}

/**
 * Returns money to the payer through `refunds_out` or `disputes_lost`. The service fee is returned in proportion, so
 * that several partial refunds add up to the whole fee. The rest comes from the request or pool; the completion fund
 * covers what is already spent, and what the provider takes beyond the payment.
 */
export function returnPostings(
  through: 'refunds_out' | 'disputes_lost',
  amountMinor: number,
  money: CapturedMoney,
): Posting[] {
  const { account, returnedMinor, heldMinor } = money;
  const fee = returnedFee(returnedMinor + amountMinor, money) - returnedFee(returnedMinor, money);
  const held = Math.min(heldMinor, amountMinor - fee);
  return withoutZeros([
    { account, amountMinor: held },
    { account: 'completion_fund', amountMinor: amountMinor - fee - held },
    { account: 'service_fees', amountMinor: fee },
    { account: through, amountMinor: -amountMinor },
    { account: through, amountMinor },
    { account: 'provider', amountMinor: -amountMinor },
  ]);
}

/**
 * Returns the rest of a cheaper course to its payer: the completion fund has had it since the purchase, and no service fee is part
 * of it.
 */
export function restPostings(amountMinor: number): Posting[] {
  return [
    { account: 'completion_fund', amountMinor },
    { account: 'refunds_out', amountMinor: -amountMinor },
    { account: 'refunds_out', amountMinor },
    { account: 'provider', amountMinor: -amountMinor },
  ];
}

/** Returns the part of the service fee in money that was given back. */
function returnedFee(
  returnedMinor: number,
  { capturedMinor, feeMinor, restMinor = 0 }: Omit<CapturedMoney, 'account' | 'returnedMinor' | 'heldMinor'>,
): number {
  const withFeeMinor = capturedMinor - restMinor;
  if (withFeeMinor <= 0) return 0;
  return Math.round((feeMinor * Math.min(returnedMinor - restMinor, withFeeMinor)) / withFeeMinor);
}

function withoutZeros(postings: Posting[]): Posting[] {
  return postings.filter(({ amountMinor }) => amountMinor !== 0);
}
