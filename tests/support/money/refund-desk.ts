import { expect, vi } from 'vitest';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { type Refund, RefundEntity } from '#services/refunds/refund.entity.ts';
import { approveRefund, requestRefund } from '#services/refunds/request-refund.ts';
import { patient } from '#tests/support/soon.ts';
import { fileRequest, join, mailsTo, press, type SignedIn, startPayment } from '../people/people.ts';
import { startTestProduct, type TestProduct } from '../product/test-product.ts';
import { untilIdle } from '../product/until-idle.ts';
import { anyOther } from './approvals.ts';
import { untilApproved } from './until-approved.ts';

/** An approved payment and its people. */
export interface Deal {
  paymentId: string;
  reference: string;
  requestId: string;
  learner: SignedIn;
  sponsor: SignedIn;
}

export type RefundDesk = Awaited<ReturnType<typeof openRefundDesk>>;

/**
 * Starts a product with workers, unless a running one is passed, adds two operators, Ada and Grace, and returns what they, the
 * payer and the provider do with refunds. Refunds at the provider move only when a test moves them. `env` overrides settings of
 * the product that is started.
 */
export async function openRefundDesk(env: Record<string, string> = {}, running?: TestProduct) {
  const product = running ?? (await startTestProduct({ PAYMENT_TIMEOUT_MS: '1000', ...env }));
  const { url, sandbox, db } = product;
  if (!running) await product.startWorkers();

  /** Calls the control API of the payment provider. */
  const control = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${sandbox.httpUrl}/payments/control/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.ok).toBe(true);
    return response.status === 204 ? undefined : response.json();
  };
  await control('PATCH', 'settings', { refundStepMs: null });

  const addOperator = async (fullName: string): Promise<string> => {
    const email = `${fullName.toLowerCase()}@staff.example`;
    const { identifiers } = await db.manager.insert(UserEntity, { email, fullName, role: 'operator' });
    return identifiers[0]?.id;
  };
  const ada = await addOperator('Ada');
  const grace = await addOperator('Grace');

  const stateOf = async (reference: string) => {
    const [row] = await db.query(
      `SELECT p.status AS payment, r.status AS request FROM payments p JOIN requests r ON r.id = p.request_id
       WHERE p.reference = $1`,
      [reference],
    );
    return row as { payment: string; request: string };
  };
  /** Refunds of a payment, oldest first. */
  const refundsOf = ({ paymentId }: Deal) =>
    db.getRepository(RefundEntity).find({ where: { paymentId }, order: { createdAt: 'ASC' } });

  return {
    product,
    ada,
    grace,
    control,
    stateOf,
    refundsOf,
    async pay(): Promise<Deal> {
      const [learner, sponsor] = [await join(url, 'learner'), await join(url, 'sponsor')];
      const requestId = await fileRequest(url, learner);
      const { reference, access_code } = (await startPayment(url, sponsor, requestId)).body.data.data;
      await press(sandbox.httpUrl, access_code, 'pay');
      const { paymentId } = await untilApproved(product, reference);
      return { paymentId, reference, requestId, learner, sponsor };
    },
    request: ({ paymentId }: Deal, operatorId = ada, isFourEyes = false) =>
      inTransaction(db, (manager) =>
        requestRefund(manager, { paymentId, operatorId, reason: 'The course is gone.' }, { isFourEyes }),
      ),
    approve: ({ id }: Refund, operatorId: string, isFourEyes = true) =>
      inTransaction(db, (manager) =>
        approveRefund(manager, { refundId: id, operatorId }, { ...anyOther, isFourEyes }),
      ),
    /** Returns the refunds of a payment as the provider has them. */
    async atProvider({
      reference,
    }: Pick<Deal, 'reference'>): Promise<{ id: number; status: string; amountMinor: number }[]> {
      const { refunds } = await control('GET', 'ledger');
      return refunds.filter((refund: { reference: string }) => refund.reference === reference);
    },
    /** Sets the status of a refund at the provider. */
    move: (id: number | string, status: string) => control('POST', `refunds/${id}`, { status }),
    /** Waits until the latest refund of a payment has this status here. */
    reaches: (deal: Deal, status: string) =>
      vi.waitFor(async () => {
        const refund = (await refundsOf(deal)).at(-1);
        expect(refund).toMatchObject({ status, providerId: expect.any(String) });
        return refund as Refund & { providerId: string };
      }, patient),
    /** Returns the first part of the subjects of the mails that a person received. */
    subjects: async ({ email }: SignedIn) =>
      (await mailsTo(sandbox.httpUrl, email)).map(({ subject }) => subject.split(':')[0]),
    openCases: ({ paymentId }: Deal) =>
      db.query(`SELECT kind FROM cases WHERE subject_id = $1 AND status <> 'closed' ORDER BY 1`, [paymentId]),
    /** Acts in the history of the purchase of a payment, oldest first. */
    purchaseActs: async ({ paymentId }: Deal): Promise<string[]> => {
      const acts: { act: string }[] = await db.query(
        `SELECT a.act FROM case_acts a JOIN cases c ON c.id = a.case_id JOIN purchases p ON p.id::text = c.subject_id
         WHERE p.payment_id = $1 ORDER BY a.created_at`,
        [paymentId],
      );
      return acts.map(({ act }) => act);
    },
    /** Counts the calls that start a refund of this payment, and lets them through. */
    async countCalls({ reference }: Pick<Deal, 'reference'>) {
      const fault = { kind: 'slow', delayMs: 20 };
      const { id } = await control('POST', 'faults', { on: 'refund', reference, times: 100, fault });
      return async () =>
        (await control('GET', 'faults')).find((rule: { id: number }) => rule.id === id).used as number;
    },
    idle: () => untilIdle(db),
  };
}
