import type { EntityManager } from 'typeorm';
import { dayMs } from '#contracts/durations.ts';
import { moneyRules } from '#contracts/payments/money-rules.ts';
import { expectAnswer } from '#services/cases/case-waiting.ts';
import type { CaseKey } from '#services/cases/open-case.ts';
import { databaseNow, hasRow, type SqlClient } from '#services/platform/database/sql.ts';
import type { ProviderReport } from '#services/providers/payment-provider.ts';

/** The cases in which a refund may be decided, but for that of its purchase, which waits for other answers. */
const casesOf = (paymentId: string): CaseKey[] =>
  (['refund', 'payment_review'] as const).map((kind) => ({
    kind,
    subject: { type: 'payment', id: paymentId },
  }));

const answers = {
  /** The provider pays it out or says why not. */
  refund: { on: 'provider', days: Math.ceil((moneyRules.bankDays * 7) / 5) },
  /** The payer sends bank details. */
  bank_details: { on: 'sponsor', days: moneyRules.answerDays },
} as const;

/** Sets the case of a refund to waiting for the provider or the payer: that of the refund, else that of the payment's review. */
export async function expectRefundAnswer(
  manager: EntityManager,
  paymentId: string,
  matter: keyof typeof answers,
  detail: string,
): Promise<void> {
  const { on, days } = answers[matter];
  const until = new Date((await databaseNow(manager)).getTime() + days * dayMs);
  for (const about of casesOf(paymentId))
    if (await expectAnswer(manager, about, { on, matter, until, detail })) return;
}

/**
 * Returns whether a report of the provider is about a refund that was decided here, whose case is open: one on its way, and for
 * that of a failure also one whose failure was read before.
 */
export function hasDecidedRefund(
  client: SqlClient,
  paymentId: string,
  report: ProviderReport | undefined,
): Promise<boolean> {
  return hasRow(
    client,
    `SELECT 1 FROM refunds WHERE payment_id = $1 AND origin <> 'provider' AND approved_at IS NOT NULL
       AND (status IN ('pending', 'processing', 'needs_attention') OR $2 AND status = 'failed')`,
    [paymentId, report === 'refund_failed'],
  );
}
