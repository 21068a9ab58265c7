import { afterAll, beforeAll, expect, it } from 'vitest';
import { listOpenRequests } from '#contracts/desk/desk.ts';
import { openCase } from '#services/cases/open-case.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { proofDesk } from '#tests/support/money/proof-desk.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { fileRequest, join, requestBody, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let ada: TestOperator;
let grace: TestOperator;
let open: string;
let id: string;
beforeAll(async () => {
  product = await startTestProduct();
  const { url } = product;
  learner = await join(url, 'learner', { fullName: 'Adaeze Canarylast' });
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'operator', 'Grace');
  open = await fileRequest(url, learner, named('Open Weaving'));
  await fileRequest(url, learner, named('Open Pottery'));
  await fileRequest(url, learner, {
    ...named('Hidden Weaving'),
    isPublic: false,
    isPrivate: true,
    recipientEmails: ['guest@people.example'],
  });
  const subject = { type: 'request', id: open } as const;
  id = await inTransaction(product.db, (manager) =>
    openCase(manager, { kind: 'report', subject, summary: 'A report' }),
  );
});
afterAll(() => product?.close());

const named = (courseTitle: string) => ({ course: { ...requestBody().course, courseTitle } });
const list = (query: { search?: string; limit?: string } = {}, who = ada) =>
  callDesk(product.url, listOpenRequests, { params: { id }, query }, who.cookie);

it('lists to the operator of a case the requests that every sponsor sees, with the learners’ e-mails', async () => {
  expect((await list()).status).toBe(409);
  await proofDesk(product).claim(id, ada);
  const { status, body } = await list();
  expect([status, body.data.map(({ course }) => course.courseTitle)]).toEqual([
    200,
    ['Open Weaving', 'Open Pottery'],
  ]);
  expect(body).toMatchObject({ currentPage: 1, totalPages: 1, totalRequests: 2 });
  expect(body.data[0]).toMatchObject({ _id: open, learner: { userId: { email: learner.email } } });
  expect((await list({ search: 'pottery' })).body.totalRequests).toBe(1);
  expect((await list({ limit: '1' })).body).toMatchObject({ totalPages: 2, data: [{ _id: open }] });
});

it('is of use to no other operator, and records no view of a sponsor', async () => {
  expect((await list({}, grace)).body).toEqual({ message: 'Ada is working on this case.' });
  expect(await product.db.query('SELECT 1 FROM request_views')).toEqual([]);
});
