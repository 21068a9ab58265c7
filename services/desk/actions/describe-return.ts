import type { DataSource, EntityManager } from 'typeorm';
import { formatMinor } from '#contracts/money.ts';
import { type ApprovalRule, type ApprovedAmount, describeApprovers } from '#services/cases/approval-rule.ts';
import { previewReturn, type ReturnShares } from '#services/ledger/preview-return.ts';

/**
 * Returns what it costs to give this much of a payment back and who bears it, and in another line, under the four-eyes rule, who
 * approves it.
 * Undefined when there is nothing to give back.
 */
export async function describeGuardedReturn(
  client: DataSource | EntityManager,
  rule: ApprovalRule,
  { paymentId, ...amount }: ApprovedAmount & { paymentId: string },
): Promise<string | undefined> {
  if (amount.amountMinor === 0) return undefined;
  const shares = await previewReturn(client, paymentId, amount.amountMinor);
  if (!shares) return undefined;
  return [describeReturn(shares), rule.isFourEyes && describeApprovers(rule, amount)]
    .filter(Boolean)
    .join('\n');
}

/** Returns what a refund or an accepted dispute costs and who bears it, in sentences for operators. */
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
