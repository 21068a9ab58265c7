import { setTimeout as sleep } from 'node:timers/promises';
import { approvePayment, initiatePayment, verifyPayment } from '#contracts/payments/payments.ts';
import { submitRequest } from '#contracts/requests/requests.ts';
import { controlPayments } from '#tests/support/money/payment-control.ts';
import { amountFor, press, requestBody, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import type { Load } from './load.ts';

/** A payment whose page was opened. */
export interface OpenedPayment {
  sponsor: SignedIn;
  requestId: string;
  reference: string;
  accessCode: string;
}

/** A learner files a request that is delivered by an enrolment code. Returns its id. */
export async function file(load: Load, learner: SignedIn): Promise<string | undefined> {
  const body = requestBody({ delivery: 'enrolment-code', account: undefined });
  const filed = await load.history.record('file', undefined, async () => {
    const answer = await callApi(load.url(), submitRequest, { body }, learner.token);
    return { status: answer.status, key: answer.body.data?._id };
  });
  return filed?.key;
}

/** A sponsor starts a payment, as often as a person would try. */
export async function initiate(
  load: Load,
  sponsor: SignedIn,
  requestId: string,
): Promise<OpenedPayment | undefined> {
  const body = { amount: amountFor(), currency: 'NGN' as const, requestID: requestId, isAnonymous: false };
  for (let attempt = 0; attempt < 5; attempt++) {
    const opened = await load.history.record('initiate', undefined, async () => {
      const { status, body: page } = await callApi(load.url(), initiatePayment, { body }, sponsor.token);
      return { status, key: page.data?.data.reference, accessCode: page.data?.data.access_code };
    });
    if (opened?.key && opened.accessCode)
      return { sponsor, requestId, reference: opened.key, accessCode: opened.accessCode };
    await sleep(1_500);
  }
  return undefined;
}

/** The payer presses a button at the provider. */
export async function pressAt(load: Load, payment: OpenedPayment, outcome: 'pay' | 'decline'): Promise<void> {
  await load.history.record('press', payment.reference, async () => {
    await press(load.system.sandbox.httpUrl, payment.accessCode, outcome);
    return { status: 200, result: outcome };
  });
}

/** The provider captures another amount or currency than we asked for. */
export async function captureOther(load: Load, { reference }: OpenedPayment): Promise<void> {
  const other = load.random.next() < 0.5 ? { amountMinor: amountFor() - 100 } : { currency: 'USD' };
  await load.history.record('press', reference, async () => {
    const change = { status: 'success', ...other };
    await controlPayments(load.system, 'PATCH', `transactions/${reference}`, change);
    return { status: 200, result: 'other' };
  });
}

/** The payer returns and asks until the payment is settled, 12 times at most. Returns whether it succeeded. */
export async function comeBack(load: Load, payment: OpenedPayment): Promise<boolean> {
  const { reference, requestId, sponsor } = payment;
  if (load.random.next() < 0.2)
    await load.history.record('approve', reference, () =>
      callApi(load.url(), approvePayment, { query: { requestId, ref: reference } }, sponsor.token),
    );
  for (let attempt = 0; attempt < 12; attempt++) {
    const seen = await load.history.record('verify', reference, async () => {
      const query = { reference };
      const { status, body } = await callApi(load.url(), verifyPayment, { query }, sponsor.token);
      return { status, result: body.data?.status };
    });
    if (seen?.result === 'success') return true;
    if (seen?.result !== undefined && seen.result !== 'pending' && attempt > 2) return false;
    await sleep(1_000);
  }
  return false;
}
