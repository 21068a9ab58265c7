import { expect, vi } from 'vitest';
import { switchMailTopic } from '#contracts/accounts/mail-settings.ts';
import { topicsOfRole } from '#contracts/accounts/mail-topics.ts';
import { changeEmail, changePicture, changeProfile } from '#contracts/accounts/profile-changes.ts';
import { forgotPassword } from '#contracts/accounts/recovery.ts';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { restorePerson, suspendPerson } from '#contracts/desk/desk-people.ts';
import { shareCertificate } from '#contracts/enrolments/enrolments.ts';
import { startDraw } from '#contracts/funding/draws.ts';
import { createPledge } from '#contracts/funding/pledge-form.ts';
import { arrangeMeeting, changeMeeting } from '#contracts/funding/sponsorships.ts';
import { replyToMeeting } from '#contracts/meetings/meetings.ts';
import { captureEmail, confirmSubscription } from '#contracts/newsletter/newsletter.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { downloadExport } from '#contracts/privacy/privacy.ts';
import { listInvitations, resendInvitation, revokeInvitation } from '#contracts/requests/invitations.ts';
import { invoiceFile, uploadInvoice } from '#contracts/requests/invoices.ts';
import { editRequest } from '#contracts/requests/requests.ts';
import { submitAppeal } from '#contracts/safety/appeals.ts';
import { submitReport } from '#contracts/safety/reports.ts';
import { joinWaitlist } from '#contracts/waitlist/waitlist.ts';
import { patient } from '#tests/support/soon.ts';
import { rawCall } from '../security/support/raw-call.ts';
import { tokenFor } from '../support/mails/links.ts';
import { pdf, upload } from '../support/money/certificates.ts';
import { controlPayments } from '../support/money/payment-control.ts';
import { callDesk } from '../support/people/operators.ts';
import { press, requestBody, startPayment } from '../support/people/people.ts';
import { callApi } from '../support/product/api-client.ts';
import {
  call,
  certify,
  day,
  deliver,
  file,
  fileAsStranger,
  ownPicture,
  pay,
  paymentBecomes,
  refund,
  type Step,
  succeeded,
} from './history-actions.ts';

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
    isForAdults: true,
    run: async (world) => call(world, changePicture, { file: await ownPicture() }),
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
    isForAdults: true,
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
        const [row] = await product.db.query('SELECT provider_id AS id FROM disputes WHERE payment_id = $1', [
          paymentId,
        ]);
        expect(row).toBeDefined();
        return row as { id: string };
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
