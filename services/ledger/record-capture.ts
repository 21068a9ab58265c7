import type { EntityManager } from 'typeorm';
import type { HoldingAccount } from './accounts.ts';
import { capturePostings, providerFeePostings } from './postings.ts';
import { recordTransaction } from './record-transaction.ts';

/** A captured payment; amounts in minor units. */
export interface Capture {
  paymentId: string;
  /** Where the money goes: {@link requestAccount} or a pool. */
  account: HoldingAccount;
  capturedMinor: number;
  /** The service fee in it; 0 when the payment is not what was asked for. */
  feeMinor: number;
  currency: string;
}

/** Records a captured payment once. Returns whether it is new. */
export function recordCapture(manager: EntityManager, capture: Capture): Promise<boolean> {
  const { paymentId, account, currency } = capture;
  const event = { kind: 'capture', reference: paymentId, paymentId } as const;
  return recordTransaction(manager, event, currency, capturePostings(account, capture));
}

/**
 * Records once what the provider took for a payment (`fees` of its answer). Does nothing while the provider does not
 * say it: the reconciliation records it later.
 */
export async function recordProviderFee(
  manager: EntityManager,
  { paymentId, feesMinor, currency }: { paymentId: string; feesMinor: number | null; currency: string },
): Promise<boolean> {
  if (!feesMinor) return false;
  const event = { kind: 'provider_fee', reference: paymentId, paymentId } as const;
  return recordTransaction(manager, event, currency, providerFeePostings(feesMinor));
}
