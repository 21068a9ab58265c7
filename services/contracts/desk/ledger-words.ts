import { currencySymbol, toMajor } from '../money.ts';

/** Balance of an account, or of a group such as `request:*`, in one currency. A debit is positive. */
interface Balance {
  account: string;
  currency: string;
  debitsMinor: number;
  creditsMinor: number;
  balanceMinor: number;
}

interface AccountWords {
  name: string;
  /** Whether a debit means more of it: money that we hold, or costs. */
  growsByDebit?: true;
  /** What a positive balance means, as the account grows. */
  more: (amount: string) => string;
  /** What a balance below 0 means. */
  less: (amount: string) => string;
  /** The account passes its money on, so that its turnover says what happened and its balance is 0. */
  passed?: (amount: string) => string;
}

const held = {
  more: (amount: string) => `${amount} given and not spent yet`,
  less: (amount: string) => `${amount} more spent than given, which must not happen`,
};

const accounts: Readonly<Record<string, AccountWords>> = {
  provider: {
    name: 'Money at the payment provider',
    growsByDebit: true,
    more: (amount) => `${amount} with the provider, after its fees`,
    less: (amount) => `${amount} more given back than came in`,
  },
  provider_fees: {
    name: 'Fees of the provider',
    growsByDebit: true,
    more: (amount) => `${amount} kept by the provider`,
    less: (amount) => `${amount} more returned by the provider than it took`,
  },
  service_fees: {
    name: 'Our service fees',
    more: (amount) => `${amount} earned`,
    less: (amount) => `${amount} more given back than earned`,
  },
  completion_fund: {
    name: 'Completion fund',
    more: (amount) => `${amount} left of cheaper courses, for dearer ones`,
    less: (amount) => `overdrawn by ${amount}, ours to cover`,
  },
  purchases: {
    name: 'Courses bought',
    more: (amount) => `${amount} spent on courses`,
    less: (amount) => `${amount} more returned by platforms than spent`,
  },
  refunds_out: {
    name: 'Refunds',
    more: (amount) => `${amount} on the way to payers`,
    less: (amount) => `${amount} more paid out than refunded`,
    passed: (amount) => `${amount} given back to payers`,
  },
  disputes_lost: {
    name: 'Lost disputes',
    more: (amount) => `${amount} on the way to banks`,
    less: (amount) => `${amount} more taken by banks than lost`,
    passed: (amount) => `${amount} taken back by banks`,
  },
  request: { name: 'Held for requests', ...held },
  pool: { name: 'Held for pools', ...held },
};

const wordsOf = (account: string): AccountWords | undefined => accounts[account.split(':')[0] ?? ''];

/**
 * Returns the name of an account, such as "Completion fund" or "Held for Botany, Kwame Mensah".
 *
 * @param about course and learner of the account of one request
 */
export function ledgerAccountName(account: string, about?: string | null): string {
  const [group, id = '*'] = account.split(':');
  if (id !== '*' && about) return `Held for ${about}`;
  if (id !== '*') return group === 'pool' ? 'Held for one pool' : 'Held for one request';
  return wordsOf(account)?.name ?? account;
}

/** Returns an amount of an account with the sign of its meaning: positive is more of what the name says. */
export function meantMinor(account: string, debitMinor: number): number {
  return wordsOf(account)?.growsByDebit || debitMinor === 0 ? debitMinor : -debitMinor;
}

/** Returns what a balance means, in a sentence without a full stop: "overdrawn by ₦33,900.00, ours to cover". */
export function balanceSentence({ account, currency, ...balance }: Balance): string {
  const words = wordsOf(account);
  const minor = meantMinor(account, balance.balanceMinor);
  const amount = (value: number) => ledgerAmount(Math.abs(value), currency);
  if (!words) return amount(minor);
  if (minor !== 0) return minor > 0 ? words.more(amount(minor)) : words.less(amount(minor));
  return words.passed && balance.debitsMinor > 0 ? words.passed(amount(balance.debitsMinor)) : 'nothing';
}

/** Formats an amount with its sign and two decimals, so that the amounts of a column line up: "−₦800.00". */
export function ledgerAmount(minor: number, currency: string): string {
  const amount = toMajor(Math.abs(minor)).toLocaleString('en-GB', { minimumFractionDigits: 2 });
  return `${minor < 0 ? '−' : ''}${currencySymbol(currency)}${amount}`;
}

const kinds: Readonly<Record<string, string>> = {
  capture: 'Payment received',
  provider_fee: 'Fee of the provider',
  purchase: 'Course bought',
  purchase_return: 'Price of a course given back',
  refund: 'Refund paid out',
  dispute_lost: 'Dispute lost',
  reversal: 'Payment given back by the provider',
  allotment: 'Money allotted from a pool',
};

/** Returns the name of a kind of transaction, such as "Payment received". */
export const ledgerKindName = (kind: string): string => kinds[kind] ?? kind.replaceAll('_', ' ');
