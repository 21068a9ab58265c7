import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { signIn } from '#contracts/accounts/accounts.ts';
import { switchMailTopic, topicsOfRole } from '#contracts/accounts/mail-topics.ts';
import { changeEmail, changePicture, changeProfile } from '#contracts/accounts/profile.ts';
import { forgotPassword } from '#contracts/accounts/recovery.ts';
import { restorePerson, suspendPerson } from '#contracts/desk/desk-people.ts';
import { shareCertificate } from '#contracts/enrolments/enrolments.ts';
import { startDraw } from '#contracts/funding/draws.ts';
import { createPledge } from '#contracts/funding/pledge-form.ts';
import { arrangeMeeting, changeMeeting } from '#contracts/funding/sponsorships.ts';
import { replyToMeeting } from '#contracts/meetings/meetings.ts';
import { captureEmail, confirmSubscription } from '#contracts/newsletter/newsletter.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { downloadExport } from '#contracts/privacy/privacy.ts';
import { redeemCourse } from '#contracts/purchases/purchases.ts';
import { listInvitations, resendInvitation, revokeInvitation } from '#contracts/requests/invitations.ts';
import { invoiceFile, uploadInvoice } from '#contracts/requests/invoices.ts';
import { editRequest } from '#contracts/requests/requests.ts';
import { submitAppeal } from '#contracts/safety/appeals.ts';
import { submitReport } from '#contracts/safety/reports.ts';
import { joinWaitlist } from '#contracts/waitlist/waitlist.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { requestRefund } from '#services/refunds/request-refund.ts';
import { rawCall } from '../security/support/raw-call.ts';
import { tokenFor } from '../support/mails/links.ts';
import { pdf, save, upload } from '../support/money/certificates.ts';
import { deliverCourse } from '../support/money/deliver-course.ts';
import { controlPayments } from '../support/money/payment-control.ts';
import { sendProof } from '../support/money/proofs.ts';
import { callDesk, type TestOperator } from '../support/people/operators.ts';
import {
  fileRequest,
  join,
  press,
  requestBody,
  type SignedIn,
  startPayment,
} from '../support/people/people.ts';
import { callApi } from '../support/product/api-client.ts';
import type { TestProduct } from '../support/product/test-product.ts';
import { patienceMs } from '../support/soon.ts';

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
  run(world: World): Promise<unknown>;
}

const patient = { timeout: patienceMs, interval: 50 };
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

function succeeded<T extends { status: number; body: unknown }>(response: T): T {
  if (response.status >= 300) throw new Error(`${response.status}: ${JSON.stringify(response.body)}`);
  return response;
}

/** Calls the API as the person. */
const call = async <E extends Parameters<typeof callApi>[1]>(
  { product, me }: World,
  contract: E,
  sent: Parameters<typeof callApi<E>>[2] = {},
  token: string | undefined = me.token,
) => succeeded(await callApi(product.url, contract, sent, token));

/** A private request of the learner among the two. */
function file({ product, me, other }: World, fields: object = {}): Promise<string> {
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
const fileAsStranger = async ({ product: { url } }: World): Promise<string> =>
  fileRequest(url, await join(url, 'learner'));

/** A request of the learner that the sponsor has paid; returns its ids. */
async function pay(world: World): Promise<{ requestId: string; reference: string; paymentId: string }> {
  const { product, me, other } = world;
  const sponsor = me.role === 'sponsor' ? me : other;
  const requestId = await file(world, { delivery: 'enrolment-code', account: undefined });
  const { reference, access_code } = succeeded(await startPayment(product.url, sponsor, requestId)).body.data
    .data;
  await press(product.sandbox.httpUrl, access_code, 'pay');
  await call(world, verifyPayment, { query: { reference } }, sponsor.token);
  const paymentId = await vi.waitFor(async () => {
    const [paid] = await product.db.query(
      "SELECT id FROM payments WHERE reference = $1 AND status = 'approved'",
      [reference],
    );
    expect(paid).toBeDefined();
    return paid.id as string;
  }, patient);
  return { requestId, reference, paymentId };
}

/** An operator hands the course over; the sponsor proves the enrolment, or the learner confirms it. */
async function deliver(world: World, requestId: string, isProved = false): Promise<void> {
  const { product, me, other } = world;
  await deliverCourse(product, `CODE-${me.mark}`, day(20).slice(0, 10));
  const [learner, sponsor] = me.role === 'learner' ? [me, other] : [other, me];
  if (isProved) succeeded(await sendProof(product.url, sponsor, requestId, pdf(`Proof of ${me.mark}`)));
  else await call(world, redeemCourse, { params: { id: requestId } }, learner.token);
}

const paymentBecomes = ({ product }: World, paymentId: string, status: string) =>
  vi.waitFor(
    async () =>
      expect(await product.db.query('SELECT status FROM payments WHERE id = $1', [paymentId])).toEqual([
        { status },
      ]),
    patient,
  );

/** A picture that no other person has. */
async function noise(): Promise<Buffer> {
  const raw = { width: 40, height: 40, channels: 3 } as const;
  return sharp(crypto.getRandomValues(Buffer.alloc(40 * 40 * 3)), { raw })
    .png()
    .toBuffer();
}

async function certify({ product, me }: World): Promise<string> {
  const id = await save(product.url, me, `${me.mark} course`);
  succeeded(await upload(product.url, me.token, id, pdf(`Certificate of ${me.mark}`)));
  return id;
}

/** Everything that people do, by name. */
export const historySteps = {
  newsletter: {
    by: 'anyone',
    async run(world) {
      const { product, me } = world;
      await call(world, captureEmail, { body: { email: me.email } });
      const token = await tokenFor(product.sandbox.httpUrl, me.email, 'newsletter/confirm');
      await call(world, confirmSubscription, { body: { token } });
    },
  },
  waitlist: {
    by: 'anyone',
    run: (world) =>
      call(world, joinWaitlist, {
        body: { email: world.me.email, wish: 'dap', note: `The wish of ${world.me.mark}` },
      }),
  },
  report: {
    by: 'anyone',
    async run(world) {
      const body = {
        about: 'request',
        id: await fileAsStranger(world),
        reason: 'other',
        details: `Says ${world.me.mark}`,
      } as const;
      await call(world, submitReport, { body });
    },
  },
  'report as a visitor': {
    by: 'anyone',
    async run(world) {
      const { product, me } = world;
      const about = { about: 'request', id: await fileAsStranger(world), reason: 'other' };
      const body = { ...about, details: `Says ${me.mark}`, email: me.email };
      const headers = { 'content-type': 'application/json', 'idempotency-key': me.mark };
      const sent = { method: 'POST', headers, body: JSON.stringify(body) };
      const { status, text } = await rawCall(product.url, '/api/report', sent);
      succeeded({ status, body: text });
    },
  },
  'topics of mails': {
    by: 'anyone',
    async run(world) {
      for (const topic of topicsOfRole[world.me.role])
        await call(world, switchMailTopic, { body: { topic, isOn: false } });
    },
  },
  profile: {
    by: 'anyone',
    run: (world) =>
      call(world, changeProfile, {
        body: { fullName: world.me.fullName, country: 'Ghana', gender: 'nb', phoneNumber: world.me.phone },
      }),
  },
  picture: {
    by: 'anyone',
    async run(world) {
      const [{ isMinor }] = await world.product.db.query(
        'SELECT is_minor AS "isMinor" FROM users WHERE id = $1',
        [world.me.id],
      );
      if (isMinor) return;
      await call(world, changePicture, {
        file: new Blob([new Uint8Array(await noise())], { type: 'image/png' }),
      });
    },
  },
  'forgotten password': {
    by: 'anyone',
    run: (world) => call(world, forgotPassword, { body: { email: world.me.email } }),
  },
  'second device': {
    by: 'anyone',
    async run({ product, me }) {
      if (me.hasGoogle) return;
      const headers = { 'content-type': 'application/json', 'user-agent': `${me.mark} browser` };
      const body = JSON.stringify({ email: me.email, password: me.password });
      const { status, text } = await rawCall(product.url, `/api${signIn.path}`, {
        method: 'POST',
        headers,
        body,
      });
      succeeded({ status, body: text });
    },
  },
  'unconfirmed address': {
    by: 'anyone',
    async run(world) {
      const { me } = world;
      if (me.hasGoogle) return;
      const body = { newEmail: `${me.mark}-new@people.example`, currentPassword: me.password };
      await call(world, changeEmail, { body });
    },
  },
  certificate: { by: 'anyone', run: certify },
  export: {
    by: 'anyone',
    run: (world) => call(world, downloadExport, { query: {} }),
  },
  suspension: {
    by: 'anyone',
    async run({ product, me, operator, signInAgain }) {
      const params = { id: me.id };
      const decide = async (contract: typeof suspendPerson | typeof restorePerson) =>
        succeeded(
          await callDesk(product.url, contract, { params, body: { reason: 'A mistake.' } }, operator.cookie),
        );
      await decide(suspendPerson);
      const token = await tokenFor(product.sandbox.httpUrl, me.email, 'appeal');
      const body = { token, text: `An appeal of ${me.mark}` };
      succeeded(await callApi(product.url, submitAppeal, { body }));
      await decide(restorePerson);
      await signInAgain();
    },
  },
  'private request': {
    by: 'learner',
    async run(world) {
      const { me } = world;
      const recipientEmails = [1, 2].map((number) => `${me.mark}-friend-${number}@people.example`);
      const id = await file(world, { isPrivate: true, recipientEmails });
      const { body } = await call(world, listInvitations, { params: { id } });
      const [kept, revoked] = body.data.map(({ _id }) => _id);
      await callApi(
        world.product.url,
        resendInvitation,
        { params: { id, invitationId: kept ?? '' } },
        me.token,
      );
      await call(world, revokeInvitation, { params: { id, invitationId: revoked ?? '' } });
      const edited = requestBody({ motivation: `Another reason of ${me.mark}.`, isPublic: true });
      await call(world, editRequest, { params: { id }, body: edited });
    },
  },
  'invoice of a school': {
    by: 'learner',
    async run(world) {
      const { product, me } = world;
      const invoice = { reference: `${me.mark}-17`, payee: `School of ${me.mark}` };
      const id = await file(world, { delivery: 'school-invoice', invoice, account: undefined });
      const form = new FormData();
      form.append(invoiceFile.field, new File([new Uint8Array(pdf(`Invoice of ${me.mark}`))], 'invoice.pdf'));
      const response = await fetch(`${product.url}/api${uploadInvoice.path.replace(':id', id)}`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${me.token}` },
      });
      succeeded({ status: response.status, body: await response.text() });
    },
  },
  'meeting with a sponsor': {
    by: 'learner',
    async run(world) {
      const { other } = world;
      const id = await file(world);
      const meeting = { params: { id }, body: { startsAt: day(3) } };
      const arranged = await call(world, arrangeMeeting, meeting, other.token);
      const reply = { answer: 'propose', startsAt: day(4) } as const;
      await call(world, replyToMeeting, { params: { id: arranged.body.data._id }, body: reply });
    },
  },
  'paid course': {
    by: 'learner',
    async run(world) {
      const { product, me } = world;
      const { requestId } = await pay(world);
      await deliver(world, requestId, true);
      const [{ id }] = await product.db.query('SELECT id FROM enrolments WHERE request_id = $1', [requestId]);
      succeeded(await upload(product.url, me.token, id, pdf(`Paid certificate of ${me.mark}`)));
      await call(world, shareCertificate, { params: { id }, body: { isShared: true } });
    },
  },
  'refunded course': { by: 'anyone', run: refund },
  'lost dispute': {
    by: 'anyone',
    async run(world) {
      const { reference, paymentId, requestId } = await pay(world);
      await deliver(world, requestId);
      const { product } = world;
      await controlPayments(product, 'POST', `transactions/${reference}/dispute`, {});
      const dispute = await vi.waitFor(async () => {
        const [found] = await product.db.query(
          'SELECT provider_id AS id FROM disputes WHERE payment_id = $1',
          [paymentId],
        );
        expect(found).toBeDefined();
        return found as { id: string };
      }, patient);
      await controlPayments(product, 'POST', `disputes/${dispute.id}`, { outcome: 'lost' });
      await paymentBecomes(world, paymentId, 'reversed');
    },
  },
  draw: {
    by: 'sponsor',
    async run(world) {
      await file(world);
      await call(world, startDraw);
    },
  },
  pledge: {
    by: 'sponsor',
    run: (world) =>
      call(world, createPledge, {
        body: {
          amount: 5_000,
          currency: 'NGN',
          targetGroup: `Group of ${world.me.mark}`,
          note: `From ${world.me.mark}`,
        },
      }),
  },
  'meeting with a learner': {
    by: 'sponsor',
    async run(world) {
      const params = { id: await file(world) };
      await call(world, arrangeMeeting, {
        params,
        body: { startsAt: day(3), note: `Met by ${world.me.mark}` },
      });
      await call(world, changeMeeting, {
        params,
        body: { startsAt: day(5), note: `Moved by ${world.me.mark}` },
      });
    },
  },
  'sponsored course': {
    by: 'sponsor',
    async run(world) {
      const { requestId } = await pay(world);
      await deliver(world, requestId, true);
    },
  },
  'declined payment': {
    by: 'sponsor',
    async run(world) {
      const { product, me } = world;
      const id = await file(world);
      const { reference, access_code } = succeeded(await startPayment(product.url, me, id)).body.data.data;
      await press(product.sandbox.httpUrl, access_code, 'decline');
      await call(world, verifyPayment, { query: { reference } });
      // An erasure waits for an hour in which the page of the provider may still be used.
      await product.db.query(
        "UPDATE payments SET created_at = now() - interval '2 hours' WHERE reference = $1",
        [reference],
      );
    },
  },
} satisfies Record<string, Step>;

/** A name of {@link historySteps}. */
export type StepName = keyof typeof historySteps;

async function refund(world: World): Promise<void> {
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
