import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { dayMs } from '#contracts/durations.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { redeemCourse } from '#contracts/purchases/purchases.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { requestRefund } from '#services/refunds/request-refund.ts';
import { pdf, save, upload } from '../support/money/certificates.ts';
import { deliverCourse } from '../support/money/deliver-course.ts';
import { sendProof } from '../support/money/proofs.ts';
import { untilApproved } from '../support/money/until-approved.ts';
import type { TestOperator } from '../support/people/operators.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '../support/people/people.ts';
import { callApi } from '../support/product/api-client.ts';
import type { TestProduct } from '../support/product/test-product.ts';
import { patient } from '../support/soon.ts';

/** A person in a history, and whom they deal with. */
export interface World {
  product: TestProduct;
  me: SignedIn & { id: string; mark: string; phone: string; hasGoogle: boolean; role: 'learner' | 'sponsor' };
  /** A sponsor for a learner, and a learner for a sponsor. */
  other: SignedIn;
  operator: TestOperator;
  /** Signs the person in again after all sessions have ended. */
  signInAgain(): Promise<void>;
}

/** Something that people do; rejects when the product did not do it. */
export interface Step {
  by: 'anyone' | 'learner' | 'sponsor';
  isForAdults?: boolean;
  run(world: World): Promise<unknown>;
}

export const day = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

export function succeeded<T extends { status: number; body: unknown }>(response: T): T {
  if (response.status >= 300) throw new Error(`${response.status}: ${JSON.stringify(response.body)}`);
  return response;
}

/** Calls the API as the person. */
export const call = async <E extends Parameters<typeof callApi>[1]>(
  { product, me }: World,
  contract: E,
  sent: Parameters<typeof callApi<E>>[2] = {},
  token: string | undefined = me.token,
) => succeeded(await callApi(product.url, contract, sent, token));

/** A private request of the learner among the two. */
export function file({ product, me, other }: World, fields: object = {}): Promise<string> {
  const learner = me.role === 'learner' ? me : other;
  const by = me.mark;
  return fileRequest(product.url, learner, {
    link: `https://courses.example/${crypto.randomUUID()}`,
    ...(learner === me && {
      motivation: `The reason of ${by}.`,
      socials: `https://social.example/${by}`,
      account: { email: `${by}-login@platform.example`, password: `${by}-secret` },
    }),
    ...fields,
  });
}

/** A public request of a learner who has nothing to do with the two. */
export const fileAsStranger = async ({ product: { url } }: World): Promise<string> =>
  fileRequest(url, await join(url, 'learner'));

/** A request of the learner that the sponsor has paid; returns its ids. */
export async function pay(
  world: World,
): Promise<{ requestId: string; reference: string; paymentId: string }> {
  const { product, me, other } = world;
  const sponsor = me.role === 'sponsor' ? me : other;
  const requestId = await file(world, { delivery: 'enrolment-code', account: undefined });
  const { reference, access_code } = succeeded(await startPayment(product.url, sponsor, requestId)).body.data
    .data;
  await press(product.sandbox.httpUrl, access_code, 'pay');
  await call(world, verifyPayment, { query: { reference } }, sponsor.token);
  const { paymentId } = await untilApproved(product, reference);
  return { requestId, reference, paymentId };
}

/** An operator hands the course over; the sponsor proves the enrolment, or the learner confirms it. */
export async function deliver(world: World, requestId: string, isProved = false): Promise<void> {
  const { product, me, other } = world;
  await deliverCourse(product, `CODE-${me.mark}`, day(20).slice(0, 10));
  const [learner, sponsor] = me.role === 'learner' ? [me, other] : [other, me];
  if (isProved) succeeded(await sendProof(product.url, sponsor, requestId, pdf(`Proof of ${me.mark}`)));
  else await call(world, redeemCourse, { params: { id: requestId } }, learner.token);
}

export const paymentBecomes = ({ product }: World, paymentId: string, status: string) =>
  vi.waitFor(
    async () =>
      expect(await product.db.query('SELECT status FROM payments WHERE id = $1', [paymentId])).toEqual([
        { status },
      ]),
    patient,
  );

/** A picture that no other person has. */
export async function ownPicture(): Promise<Blob> {
  const raw = { width: 40, height: 40, channels: 3 } as const;
  const noise = crypto.getRandomValues(Buffer.alloc(40 * 40 * 3));
  return new Blob([new Uint8Array(await sharp(noise, { raw }).png().toBuffer())], { type: 'image/png' });
}

export async function certify({ product, me }: World): Promise<string> {
  const id = await save(product.url, me, `${me.mark} course`);
  succeeded(await upload(product.url, me.token, id, pdf(`Certificate of ${me.mark}`)));
  return id;
}

export async function refund(world: World): Promise<void> {
  const { product, operator } = world;
  const { paymentId } = await pay(world);
  await inTransaction(product.db, (manager) =>
    requestRefund(
      manager,
      { paymentId, operatorId: operator.id, reason: 'The course is gone.' },
      { isFourEyes: false },
    ),
  );
  await paymentBecomes(world, paymentId, 'reversed');
}
