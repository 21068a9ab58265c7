import { claimCase, runCaseAction } from '#contracts/desk/desk.ts';
import { listCases } from '#contracts/desk/desk-inbox.ts';
import { callDesk, joinDesk } from '../people/operators.ts';
import type { TestProduct } from '../product/test-product.ts';

/** Buys the course of the only purchase there is, as an operator does, and hands it over with an enrolment code. */
export async function deliverCourse(product: TestProduct, code: string, redeemBy: string): Promise<void> {
  const { cookie } = await joinDesk(product);
  const query = { kind: 'purchase' } as const;
  const { cases } = (await callDesk(product.url, listCases, { query } as object, cookie)).body.data;
  const params = { id: cases[0]?.id ?? '' };
  const act = async (action: string, values: Record<string, string> = {}) => {
    const { status, body } = await callDesk(
      product.url,
      runCaseAction,
      { params, body: { action, values } },
      cookie,
    );
    if (status !== 200) throw new Error(`${action}: ${body.message}`);
  };
  await callDesk(product.url, claimCase, { params }, cookie);
  await act('start-buying');
  await act('record-order', { orderNumber: 'CO-1', charged: '19500', currency: 'NGN', redeemBy });
  await act('hand-over', { code });
}
