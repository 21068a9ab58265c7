import { claimCase, getCase, runCaseAction } from '#contracts/desk/desk.ts';
import { reconcile } from '#services/ledger/reconciliation/reconcile.ts';
import { createPaymentProvider } from '#services/providers/create-payment-provider.ts';
import { callDesk, joinDesk, type TestOperator } from '../people/operators.ts';
import { press } from '../people/people.ts';
import type { TestProduct } from '../product/test-product.ts';
import { openRefundDesk } from './refund-desk.ts';

/** Amount of a transaction, in minor units of NGN: that of the payments of a {@link openRefundDesk}. */
const amountMinor = 2_001_800;

export type UnmatchedDesk = Awaited<ReturnType<typeof openUnmatchedDesk>>;

/** Starts a product with the four-eyes rule, unless a running one is passed, whose provider captures money that no payment of ours has. */
export async function openUnmatchedDesk(running?: TestProduct) {
  const desk = await openRefundDesk({ OPERATORS_FOUR_EYES: 'true' }, running);
  const { product } = desk;
  const { url, db, sandbox } = product;
  const provider = createPaymentProvider(product.config.payment);
  const ada = await joinDesk(product, 'operator', 'Ada');
  const grace = await joinDesk(product, 'operator', 'Grace');
  const run = () => reconcile(db, provider, { days: 7, settledAfterMs: 0 });
  const caseOf = async (
    reference: string,
  ): Promise<{ id: string; status: string; outcome: string | null }> => {
    const [row] = await db.query(
      'SELECT id, status, outcome FROM cases WHERE subject_id = $1 ORDER BY created_at DESC',
      [`missing_here:${reference}`],
    );
    return row;
  };
  const claim = (id: string, { cookie }: TestOperator) =>
    callDesk(url, claimCase, { params: { id } }, cookie);

  return {
    ...desk,
    provider,
    ada,
    grace,
    run,
    caseOf,
    claim,
    /** Lets the provider capture money that we know nothing of, and reconciles. Returns its reference, and its case, which Ada owns. */
    async take(email = 'payer@people.example') {
      const reference = `pos-${crypto.randomUUID()}`;
      const input = { reference, email, amountMinor, currency: 'NGN', callbackUrl: url, cancelUrl: url };
      const { accessCode } = await provider.initialize({ ...input, metadata: {} });
      await press(sandbox.httpUrl, accessCode, 'pay');
      await run();
      const { id } = await caseOf(reference);
      await claim(id, ada);
      return { reference, id };
    },
    /** Does an action on a case. */
    act: (id: string, action: string, values: Record<string, string>, { cookie }: TestOperator = ada) =>
      callDesk(url, runCaseAction, { params: { id }, body: { action, values } }, cookie),
    read: async (id: string) => (await callDesk(url, getCase, { params: { id } }, ada.cookie)).body.data,
    /** Returns what is stored about a transaction. */
    stored: async (reference: string): Promise<Record<string, unknown> & { id: string }> =>
      (await db.query('SELECT * FROM unmatched_transactions WHERE reference = $1', [reference]))[0],
    /** References of the differences that a reconciliation finds now. */
    differences: async () => (await run()).differences.map(({ reference }) => reference),
  };
}
