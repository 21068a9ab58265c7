import * as z from 'zod';
import { type Currency, toMinor } from '#contracts/money.ts';

/** About 100,000 NGN (decisions section 11) in each currency that is charged, at rates of November 2026. */
const defaultLimits: Record<Currency, number> = { NGN: 100_000, USD: 65, GBP: 50 };

const problem = 'must be currencies with amounts, such as NGN:100000,USD:65';

/** Amounts in minor units by currency, from a text such as `NGN:100000,USD:65`. */
export const approvalLimits = z
  .string()
  .regex(/^\s*[A-Z]{3}:\d+(\.\d{1,2})?\s*(,\s*[A-Z]{3}:\d+(\.\d{1,2})?\s*)*$/, problem)
  .transform(toLimits)
  .prefault(
    Object.entries(defaultLimits)
      .map((limit) => limit.join(':'))
      .join(','),
  );

function toLimits(text: string): Record<string, number> {
  const limits = text.split(',').map((part) => part.trim().split(':'));
  return Object.fromEntries(limits.map(([currency, major]) => [currency, toMinor(Number(major))]));
}

/** Settings of approvals. */
interface ApprovalSettings {
  OPERATORS_FOUR_EYES?: boolean | undefined;
  OPERATORS_APPROVAL_LIMITS: Record<string, number>;
}

/** Returns whether an act needs a second operator, and up to which amounts one who is not a lead approves it. */
export function toApprovals(settings: ApprovalSettings, isSandbox: boolean) {
  return {
    /** Whether refunds and other acts that cannot be undone need a second operator (decisions section 11). */
    hasFourEyes: settings.OPERATORS_FOUR_EYES ?? !isSandbox,
    /** Highest amounts, in minor units by currency, that any second operator approves; a lead approves more. */
    approvalLimits: settings.OPERATORS_APPROVAL_LIMITS,
  };
}
