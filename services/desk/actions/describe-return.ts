import { formatMinor } from '#contracts/money.ts';
import type { ReturnShares } from '#services/ledger/preview-return.ts';

/** Returns what a refund costs and who bears it, in sentences for the operator who asks for it or approves it. */
export function describeReturn(shares: ReturnShares): string {
  const { currency, amountMinor, requestMinor, serviceFeeMinor, fundMinor, fundBalanceMinor } = shares;
  const amount = (minor: number) => formatMinor(minor, currency);
  const sources = [
    fundMinor > 0 && `${amount(fundMinor)} from the completion fund, because it is spent`,
    requestMinor > 0 && `${amount(requestMinor)} that the request holds`,
    serviceFeeMinor > 0 && `${amount(serviceFeeMinor)} of service fees`,
  ].filter((source) => source !== false);
  const stateOf = (minor: number) =>
    minor < 0 ? `is overdrawn by ${amount(-minor)}` : `has ${amount(minor)}`;
  const before = stateOf(fundBalanceMinor);
  const after = stateOf(fundBalanceMinor - fundMinor);
  return [
    `${amount(amountMinor)} go back to the payer: ${sources.join(', ')}.`,
    ...(fundMinor > 0 ? [`The fund ${before}, and ${after} afterwards.`] : []),
  ].join(' ');
}
