import { expect, it, vi } from 'vitest';
import { switchMailTopic } from '#contracts/accounts/mail-settings.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { patient } from '#tests/support/soon.ts';
import { onBothBackends } from '../money/backends.ts';
import { pdf } from '../support/money/certificates.ts';
import { orderCourse } from '../support/money/paid-purchases.ts';
import { sendProof } from '../support/money/proofs.ts';
import { fileRequest, join, mailsTo, press, startPayment } from '../support/people/people.ts';
import { callApi } from '../support/product/api-client.ts';
import type { TestProduct } from '../support/product/test-product.ts';

onBothBackends('the mail about an enrolment', {}, (product) => {
  it('is sent to the learner once, without the name of an anonymous sponsor', async () => {
    const { learner, sponsor, prove } = await paidAnonymously(product());
    await Promise.all([prove(), prove()]);
    const mail = await vi.waitFor(async () => {
      const mails = await enrolledMails(product(), learner.email);
      expect(mails).toHaveLength(1);
      return mails[0];
    }, patient);
    expect(mail?.subject).toBe('You are enrolled: Machine Learning');
    for (const part of ['Machine Learning', 'Coursera', `${product().url}/dashboard`]) {
      expect(mail?.text).toContain(part);
      expect(mail?.html).toContain(part);
    }
    // Optional mails contain an unsubscribe link.
    expect(mail?.text).toMatch(/\/mail-topic\?token=/);
    for (const canary of ['Canary', sponsor.email]) expect(JSON.stringify(mail)).not.toContain(canary);
  });

  it('is not sent to a learner who unsubscribed from its topic', async () => {
    const { learner, prove, idle } = await paidAnonymously(product());
    const off = { body: { topic: 'enrolled' as const, isOn: false } };
    expect((await callApi(product().url, switchMailTopic, off, learner.token)).status).toBe(200);
    await prove();
    await vi.waitFor(idle, patient);
    expect(await enrolledMails(product(), learner.email)).toEqual([]);
  });
});

async function enrolledMails({ sandbox }: TestProduct, address: string) {
  const mails = await mailsTo(sandbox.httpUrl, address);
  return mails.filter(({ subject }) => subject.startsWith('You are enrolled'));
}

async function paidAnonymously(product: TestProduct) {
  const { url, sandbox, db } = product;
  const [learner, sponsor] = [
    await join(url, 'learner'),
    await join(url, 'sponsor', { fullName: 'Canary Sponsor' }),
  ];
  const requestId = await fileRequest(url, learner);
  const { body } = await startPayment(url, sponsor, requestId, { isAnonymous: true });
  const { reference, access_code: accessCode } = body.data.data;
  await press(sandbox.httpUrl, accessCode, 'pay');
  await callApi(url, verifyPayment, { query: { reference } }, sponsor.token);
  await orderCourse(product, requestId);
  return {
    learner,
    sponsor,
    prove: () => sendProof(url, sponsor, requestId, pdf()),
    /** Throws until the outbox row of the mail is closed. */
    async idle() {
      const [row] = await db.query(
        `SELECT closed_at FROM outbox WHERE payload->>'mail' = 'enrolled' AND payload->>'id' = $1`,
        [requestId],
      );
      expect(row.closed_at).not.toBeNull();
    },
  };
}
