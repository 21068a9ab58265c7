import { expect, it, vi } from 'vitest';
import { getDashboard, type OwnRequest } from '#contracts/dashboard/dashboard.ts';
import type { SponsoredRequest } from '#contracts/dashboard/sponsored.ts';
import { dayMs } from '#contracts/durations.ts';
import { arrangeMeeting, notifyMeeting } from '#contracts/funding/sponsorships.ts';
import { approvePayment, verifyPayment } from '#contracts/payments/payments.ts';
import { payDifference } from '#contracts/purchases/price-choices.ts';
import { listRequests } from '#contracts/requests/listing.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { askPayer } from '#services/purchases/price-choices/price-choices.ts';
import { PriceChoiceEntity } from '#services/purchases/purchase.entity.ts';
import { patient } from '#tests/support/soon.ts';
import { addOperator, idOf } from '../security/support/accounts.ts';
import { balancesOf, claimFor, orderFor, payForCourse } from '../support/money/paid-purchases.ts';
import { untilApproved } from '../support/money/until-approved.ts';
import { fileRequest, join, mailsTo, press, startPayment } from '../support/people/people.ts';
import { callApi } from '../support/product/api-client.ts';
import { onBothBackends } from './backends.ts';

onBothBackends('the money path', {}, (product) => {
  it('leads from a request through a meeting to a funded course, and sends every mail', async () => {
    const { url, sandbox } = product();
    const learner = await join(url, 'learner');
    const requestId = await fileRequest(url, learner, {
      isPrivate: true,
      recipientEmails: ['friend@people.example'],
    });
    const sponsor = await join(url, 'sponsor');

    const listed = await callApi(url, listRequests, { query: { search: 'machine' } }, sponsor.token);
    const card = listed.body.data.find(({ _id }) => _id === requestId);
    expect(card?.learner.userId).not.toHaveProperty('email');

    const meeting = await callApi(
      url,
      arrangeMeeting,
      { params: { id: requestId }, body: { startsAt: new Date(Date.now() + dayMs).toISOString() } },
      sponsor.token,
    );
    expect(meeting.body.data.learner.email).toBe(learner.email);
    const notified = await callApi(
      url,
      notifyMeeting,
      { body: { requestId, email: learner.email } },
      sponsor.token,
    );
    expect(notified.status).toBe(202);

    const started = await startPayment(url, sponsor, requestId);
    expect(started.status).toBe(200);
    const { reference, access_code } = started.body.data.data;
    await press(sandbox.httpUrl, access_code, 'pay');
    const verified = await callApi(url, verifyPayment, { query: { reference } }, sponsor.token);
    expect(verified.body.data).toEqual({
      status: 'success',
      amount: 20_018,
      currency: 'NGN',
      requestId,
      isDifference: false,
      isRefundDue: false,
    });
    const approved = await callApi(
      url,
      approvePayment,
      { query: { requestId, ref: reference } },
      sponsor.token,
    );
    expect([approved.status, approved.body.data.status]).toEqual([200, 'success']);
    await untilApproved(product(), reference);
    const approvals = `SELECT closed_at IS NOT NULL AS "isDone" FROM outbox
      WHERE job = 'sponsorships.approve' AND payload->>'reference' = $1`;
    expect(await product().db.query(approvals, [reference])).toEqual([{ isDone: true }]);

    const ofLearner = (await callApi(url, getDashboard, {}, learner.token)).body as unknown as {
      requests: OwnRequest[];
      dashboardCourses: object[];
    };
    expect(ofLearner.dashboardCourses).toMatchObject([{ title: 'Machine Learning' }]);
    expect(ofLearner.requests[0]).toMatchObject({
      paid: true,
      status: 'paid',
      sponsorName: sponsor.fullName,
    });
    const ofSponsor = (await callApi(url, getDashboard, {}, sponsor.token)).body as unknown as {
      sponsoredRequests: SponsoredRequest[];
    };
    expect(ofSponsor.sponsoredRequests[0]).toMatchObject({
      paid: true,
      payment: { outcome: 'success', amount: 20_018 },
    });

    await vi.waitFor(async () => {
      const subjects = async (who: { email: string }) =>
        (await mailsTo(sandbox.httpUrl, who.email)).map(({ subject }) => subject).sort();
      expect(await subjects(learner)).toEqual([
        'Meeting about Machine Learning',
        'Please confirm your email address',
        'We received your request: Machine Learning',
        'Your course is paid: Machine Learning',
      ]);
      expect(await subjects(sponsor)).toEqual([
        'Meeting about Machine Learning',
        'Please confirm your email address',
        'Your receipt: Machine Learning',
      ]);
    }, patient);
    for (const { email } of [learner, sponsor]) {
      const [notice] = (await mailsTo(sandbox.httpUrl, email)).filter(({ subject }) =>
        subject.startsWith('Meeting'),
      );
      expect(notice?.attachments.map(({ filename }) => filename)).toContain('invitation.ics');
      expect(notice?.text).toContain(meeting.body.data.roomUrl);
    }
    expect(await mailsTo(sandbox.httpUrl, 'friend@people.example')).toEqual([]);
  });

  it('leads through a higher price, whose difference the payer pays, to a bought course', async () => {
    const { url, sandbox, db } = product();
    const people = { learner: await join(url, 'learner'), sponsor: await join(url, 'sponsor') };
    const purchase = await payForCourse(product(), people);
    const operatorId = await idOf(product(), await addOperator(product()));
    await claimFor(product(), purchase, operatorId);
    const question = { purchaseId: purchase.id, operatorId, priceMinor: 2_600_000, message: '' };
    const { id } = await inTransaction(db, (manager) => askPayer(manager, question));
    const started = await callApi(url, payDifference, { params: { id } }, people.sponsor.token);
    await press(sandbox.httpUrl, started.body.data.data.access_code, 'pay');
    await vi.waitFor(
      async () =>
        expect(await db.getRepository(PriceChoiceEntity).findOneByOrFail({ id })).toMatchObject({
          status: 'paid',
        }),
      patient,
    );
    await claimFor(product(), purchase, operatorId);
    await inTransaction(db, (manager) => orderFor(manager, purchase, operatorId, 2_600_000));
    expect(await balancesOf(product(), purchase.paymentId)).toMatchObject({
      request: 0,
      purchases: -2_000_000,
    });
  });
});
