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
