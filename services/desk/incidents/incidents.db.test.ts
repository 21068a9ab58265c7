import { afterAll, beforeAll, expect, it } from 'vitest';
import { getCase } from '#contracts/desk/desk.ts';
import { listIncidents } from '#contracts/desk/desk-incidents.ts';
import { listQueues } from '#contracts/desk/desk-queues.ts';
import { chooseMails, setAbsence } from '#contracts/desk/operators.ts';
import { openCase } from '#services/cases/open-case.ts';
import { serviceCase } from '#services/cases/outages.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { createEverything, type Everything } from '#tests/support/people/everything-about.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { mailOperators } from '../operators/operator-mails.ts';

let product: TestProduct;
let ada: TestOperator;
let all: Everything;
let caseId: string;
const jobs = `INSERT INTO outbox (job, payload, enqueued_at, failed_at, unavailable, unavailable_since, unavailable_tries, last_error)`;
beforeAll(async () => {
  product = await startTestProduct();
  ada = await joinDesk(product, 'lead', 'Ada');
  all = await createEverything(product);
  await product.db.query('DELETE FROM outbox');
  caseId = await inTransaction(product.db, async (manager) => {
    await openCase(manager, { ...serviceCase('provider'), summary: 'The provider does not answer.' });
    const subject = { type: 'payment', id: all.paymentId } as const;
    return openCase(manager, { kind: 'payment_review', subject, summary: 'Check it.' });
  });
  await product.db.query(
    `INSERT INTO service_outages (service, since, tries, last_error) VALUES ('provider', '2031-05-04 10:02Z', 7, 'x')`,
  );
  const reference = `(SELECT reference FROM payments WHERE id = '${all.paymentId}')`;
  await product.db.query(
    `${jobs} VALUES
     ('payments.verify', jsonb_build_object('reference', ${reference}), now(), NULL, 'provider', '2031-05-04 10:03Z', 4, 'x'),
     ('mail.deliver', '{"mail":"enrolled","id":"${all.requestId}"}', now(), now(), NULL, NULL, 0, 'x'),
     ('mail.deliver', '{"id":"no id"}', now(), now(), NULL, NULL, 0, 'x')`,
  );
});
afterAll(() => product?.close());

it('lists an open incident with the cases, payments and people that it affects', async () => {
  const { data } = (await callDesk(product.url, listIncidents, {}, ada.cookie)).body;
  expect(data.total).toBe(1);
  expect(data.incidents).toMatchObject([
    {
      outage: { service: 'provider', since: '2031-05-04T10:02:00.000Z', tries: 7 },
      jobs: 1,
      payments: { total: 1, shown: [{ id: all.paymentId }] },
      people: { total: 1 },
    },
  ]);
  expect(data.incidents[0]?.cases.total).toBe(1);
});

it('says on the page of a case since when its server does not answer, and how often it was tried', async () => {
  const { data } = (await callDesk(product.url, getCase, { params: { id: caseId } }, ada.cookie)).body;
  expect(data.outages).toEqual([{ service: 'provider', since: '2031-05-04T10:03:00.000Z', tries: 4 }]);
});

it('names the course, case and person of a failed job, and nothing without an id', async () => {
  const { data } = (await callDesk(product.url, listQueues, {}, ada.cookie)).body;
  const abouts = data.failed.map(({ about }) => about);
  expect(abouts).toContain(null);
  expect(abouts).toContainEqual(
    expect.objectContaining({ courseTitle: expect.any(String), person: expect.any(Object) }),
  );
});

it('mails operators who chose it and are not absent, or else OPERATORS_EMAIL, once each', async () => {
  const grace = await joinDesk(product, 'operator', 'Grace');
  const recipients = async (revision: number) => {
    const mail = { mail: 'incident-opened', id: caseId, revision } as const;
    for (const _ of [1, 2])
      await inTransaction(product.db, (manager) => mailOperators(manager, 'incident', mail));
    const sent: { to: string | null }[] = await product.db.query(
      `SELECT payload->>'operatorId' AS to FROM outbox WHERE payload->>'mail' = 'incident-opened' AND payload->>'revision' = $1`,
      [`${revision}`],
    );
    return sent.map(({ to }) => to).sort();
  };
  expect(await recipients(1)).toEqual([ada.id, grace.id].sort());
  await callDesk(product.url, chooseMails, { body: { mails: ['summary', 'dispute'] } }, ada.cookie);
  expect(await recipients(2)).toEqual([grace.id]);
  const until = '2099-01-01';
  const body = { until, reason: 'On holiday.' };
  await callDesk(product.url, setAbsence, { params: { id: grace.id }, body }, grace.cookie);
  expect(await recipients(3)).toEqual([null]);
});
