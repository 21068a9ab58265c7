import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { searchPeople } from '#contracts/desk/desk-people.ts';
import { type SearchKind, type SearchResult, searchDesk, searchKinds } from '#contracts/desk/desk-search.ts';
import { openCase } from '#services/cases/open-case.ts';
import { writeCourses } from '#services/catalogue/write-courses.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { Purchase } from '#services/purchases/purchase.entity.ts';
import { expectIndexed } from '#tests/support/database/plans/expect-indexed.ts';
import { recordQueries } from '#tests/support/database/plans/record-queries.ts';
import { claimFor, orderFor, payForCourse } from '#tests/support/money/paid-purchases.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

const recording = recordQueries();
let product: TestProduct;
let ada: TestOperator;
let sponsor: SignedIn;
let learner: SignedIn;
let purchase: Purchase;
let payment: { id: string; reference: string; transactionId: string };
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  const { url, db } = product;
  ada = await joinDesk(product, 'operator', 'Ada Desk');
  learner = await join(url, 'learner', { fullName: 'Adébáyò Okonkwo', phoneNumber: '+234 803 765 4321' });
  sponsor = await join(url, 'sponsor', { fullName: 'Sam Sponsor' });
  await addPeople('Li Wu', 'Grace Obi', 'Obi Grace Eze');
  purchase = await payForCourse(product, { learner, sponsor });
  await claimFor(product, purchase, ada.id);
  await inTransaction(db, (manager) => orderFor(manager, purchase, ada.id));
  // As the year of this installation would have it, and unlike the phone numbers and amounts.
  [payment] = await db
    .query(
      `UPDATE payments SET receipt_number = 14 WHERE id = $1 RETURNING id, reference, transaction_id AS "transactionId"`,
      [purchase.paymentId],
    )
    .then(([rows]: [(typeof payment)[]]) => rows as [typeof payment]);
  await writeCourses(db, [course('Knitting for engineers'), course('Knitting'), course('Weaving')]);
});
afterAll(async () => {
  recording.stop();
  await product?.close();
});
beforeEach(() =>
  product.db.query('ALTER TABLE audit_entries DISABLE TRIGGER USER; DELETE FROM audit_entries'),
);

const course = (title: string) => ({
  title,
  description: 'Wool and logic.',
  platform: 'Coursera',
  url: `https://www.coursera.org/learn/${title.toLowerCase().replaceAll(' ', '-')}`,
  level: 'Beginner' as const,
  status: 'Free' as const,
  access: 'free-certificate' as const,
  tags: ['wool'],
});

/** Adds learners, the last one as the newest. */
async function addPeople(...names: string[]): Promise<void> {
  for (const name of names)
    await product.db.query(`INSERT INTO users (email, full_name, role) VALUES ($1, $2, 'learner')`, [
      `${randomUUID()}@people.example`,
      name,
    ]);
}

const call = (q: string, cookie?: string) => callDesk(product.url, searchDesk, { query: { q } }, cookie);

async function search(q: string): Promise<Record<SearchKind, SearchResult[]>> {
  const { status, body } = await call(q, ada.cookie);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.data.groups;
}
const titles = async (kind: SearchKind, q: string) => (await search(q))[kind].map(({ title }) => title);
const ids = async (kind: SearchKind, q: string) => (await search(q))[kind].map(({ id }) => id);
const audited = async (): Promise<string[]> =>
  (
    await product.db.query(
      `SELECT concat_ws(' | ', action, subject, reason, actor_id) AS text FROM audit_entries ORDER BY created_at`,
    )
  ).map(({ text }: { text: string }) => text);

describe('the call', () => {
  it('is not there without a session of the desk', async () => {
    const headers = [
      {},
      { authorization: `Bearer ${learner.token}` },
      { authorization: `Bearer ${sponsor.token}` },
    ];
    for (const header of headers) {
      const { status } = await fetch(`${product.url}/api${searchDesk.path}?q=Sam`, {
        headers: header as HeadersInit,
      });
      expect(status).toBe(404);
    }
  });

  it.each([
    ['', 422],
    [' a ', 422],
    ['a'.repeat(101), 422],
    [` ${'a'.repeat(100)} `, 200],
    ['zq', 200],
  ])('accepts 2 to 100 characters after trimming: %j', async (q, status) => {
    expect((await call(q, ada.cookie)).status).toBe(status);
  });

  it('returns empty groups when nothing is found, also for marks alone', async () => {
    const empty = Object.fromEntries(searchKinds.map((kind) => [kind, []]));
    for (const q of ['nothing like this', '%%', '__', '☃☃', '\\\\']) expect(await search(q)).toEqual(empty);
    expect(await audited()).toEqual([]);
  });

  it('cannot be visited or fetched ahead, because it writes an entry of the audit log', async () => {
    const headers = { cookie: ada.cookie, 'sec-purpose': 'prefetch' };
    const { status } = await fetch(`${product.url}/api${searchDesk.path}?q=Sam`, { headers });
    expect(status).toBe(405);
  });
});

describe('people', () => {
  it.each([
    ['okonkwo adebayo', 'Adébáyò Okonkwo'],
    ['ADÉBÁYÒ', 'Adébáyò Okonkwo'],
    ['konk', 'Adébáyò Okonkwo'],
    ['wu li', 'Li Wu'],
    ['0803 765 4321', 'Adébáyò Okonkwo'],
    ['+2348037654321', 'Adébáyò Okonkwo'],
    ['65 43-21', 'Adébáyò Okonkwo'],
  ])('are found by %s', async (q, name) => {
    expect(await titles('person', q)).toEqual([name]);
  });

  it('are found by address, which is enough', async () => {
    const [result, ...others] = (await search(sponsor.email.toUpperCase())).person;
    expect(result).toEqual({
      kind: 'person',
      id: expect.any(String),
      title: 'Sam Sponsor',
      detail: `${sponsor.email} · Sponsor`,
      href: `/ops/people?id=${result?.id}`,
    });
    expect(others).toEqual([]);
    expect(await ids('person', result?.id ?? '')).toEqual([result?.id]);
  });

  it('have the typed name first, then the newest, at most five, and no operators', async () => {
    expect(await titles('person', 'grace obi')).toEqual(['Grace Obi', 'Obi Grace Eze']);
    await addPeople('Uche One', 'Uche Two', 'Uche Three', 'Uche Four', 'Uche Five', 'Uche Six');
    expect(await titles('person', 'uche')).toEqual([
      'Uche Six',
      'Uche Five',
      'Uche Four',
      'Uche Three',
      'Uche Two',
    ]);
    expect(await titles('person', 'uche one')).toEqual(['Uche One']);
    expect(await titles('person', 'Ada Desk')).toEqual([]);
    expect(await ids('person', ada.id)).toEqual([]);
  });

  it('an address that others begin with comes first', async () => {
    for (const name of ['kim@x.example', ...Array.from({ length: 8 }, (_, n) => `kim@x.example.no${n}`)])
      await product.db.query(`INSERT INTO users (email, full_name, role) VALUES ($1, 'Kim', 'learner')`, [
        name,
      ]);
    const { person } = await search('kim@x.example');
    expect([person.length, person[0]?.detail]).toEqual([5, 'kim@x.example · Learner']);
  });

  it('are matched in the same way on the page of people', async () => {
    const list = async (text: string) =>
      (await callDesk(product.url, searchPeople, { query: { search: text } }, ada.cookie)).body.data.people;
    for (const q of ['okonkwo adebayo', 'wu li', '0803 765 4321', 'Ada Desk', 'grace obi'])
      expect((await list(q)).map(({ name }) => name)).toEqual(await titles('person', q));
  });
});

describe('payments', () => {
  it('are found by every identifier', async () => {
    const { reference, transactionId } = payment;
    await product.db.query(
      `INSERT INTO refunds (payment_id, provider_id, status, origin, amount_minor, currency, reason)
       VALUES ($1, 'RF_77x', 'failed', 'provider', 100, 'NGN', '')`,
      [payment.id],
    );
    const identifiers = [
      'CL-000014',
      '000014',
      '14',
      reference,
      reference.toUpperCase(),
      transactionId,
      'RF_77x',
    ];
    for (const q of [...identifiers, payment.id])
      expect([q, await ids('payment', q)]).toEqual([q, [payment.id]]);
    expect((await search('CL-000014')).payment).toEqual([
      {
        kind: 'payment',
        id: payment.id,
        title: '₦20,018 · Sam Sponsor',
        detail: `CL-000014 · ${reference} · Machine Learning · Approved`,
        href: `/ops/money?id=${payment.id}`,
      },
    ]);
    expect(await ids('payment', reference.slice(0, 9))).toEqual([payment.id]);
    expect(await ids('payment', 'CL-000015')).toEqual([]);
  });

  it('are found by charge or price with its currency, the newest five', async () => {
    for (const q of ['₦20,018', 'NGN 20018', '20018.00 ngn', '₦20,000']) {
      expect([q, await ids('payment', q)]).toEqual([q, [payment.id]]);
    }
    for (const q of ['$20,018', '20018', '₦20,017']) expect([q, await ids('payment', q)]).toEqual([q, []]);
    const copies = await copyPayment(6);
    expect(await ids('payment', '₦20,018')).toEqual(copies.slice(0, 5));
    await product.db.query(
      `UPDATE payments SET captured_minor = 777, captured_currency = 'EUR' WHERE id = $1`,
      [copies[5]],
    );
    expect(await ids('payment', '7.77 EUR')).toEqual([copies[5]]);
  });

  it('have an exact reference before those that it begins', async () => {
    const copies = await copyPayment(6);
    const numbered = copies.map((id, index) => [id, `zz-ref${index === 3 ? '' : index}`]);
    for (const [id, reference] of numbered)
      await product.db.query('UPDATE payments SET reference = $2 WHERE id = $1', [id, reference]);
    const result = await ids('payment', 'zz-ref');
    expect([result.length, result[0]]).toEqual([5, copies[3]]);
  });
});

/** Copies the payment for other requests. Returns the ids, the newest first. */
async function copyPayment(count: number): Promise<string[]> {
  const copies: { id: string }[] = await product.db.query(
    `INSERT INTO payments (reference, request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor, currency,
       status, created_at)
     SELECT gen_random_uuid(), request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor, currency, 'failed',
       now() + n * interval '1 second'
     FROM payments, generate_series(1, $2::int) AS n WHERE id = $1 RETURNING id`,
    [payment.id, count],
  );
  return copies.map(({ id }) => id).toReversed();
}

describe('purchases', () => {
  it('are found by order number, also its beginning, by id and by their payment', async () => {
    for (const q of ['ORDER-1', 'order-1', 'orde', purchase.id, 'CL-000014', payment.reference])
      expect([q, await ids('purchase', q)]).toEqual([q, [purchase.id]]);
    const [result] = (await search('ORDER-1')).purchase;
    const [{ id: caseId }] = await product.db.query(`SELECT id FROM cases WHERE subject_id = $1`, [
      purchase.id,
    ]);
    expect(result).toEqual({
      kind: 'purchase',
      id: purchase.id,
      title: 'Machine Learning · Adébáyò Okonkwo',
      detail: 'Order ORDER-1 · Coursera · Bought',
      href: `/ops/case?id=${caseId}`,
    });
    expect(await ids('purchase', 'ORDER-2')).toEqual([]);
  });
});

describe('courses', () => {
  it('are found by title, the same title first, and by link and id', async () => {
    const result = await search('knitting');
    expect(result.course.map(({ title }) => title)).toEqual(['Knitting', 'Knitting for engineers']);
    const [first] = result.course;
    expect(first).toMatchObject({
      kind: 'course',
      detail: 'Coursera',
      href: `/ops/catalogue?id=${first?.id}`,
    });
    expect(await titles('course', 'www.coursera.org/learn/weaving')).toEqual(['Weaving']);
    expect(await ids('course', first?.id ?? '')).toEqual([first?.id]);
  });

  it('are found while they are hidden', async () => {
    await product.db.query(
      `UPDATE courses SET hidden_at = now(), hidden_reason = 'Gone' WHERE title = 'Weaving'`,
    );
    expect((await search('weaving')).course.map(({ detail }) => detail)).toEqual(['Coursera · hidden']);
  });
});

describe('cases', () => {
  const open = (summary: string) =>
    inTransaction(product.db, (manager) =>
      openCase(manager, { kind: 'suspension', subject: { type: 'user', id: randomUUID() }, summary }),
    );

  it('are found by number, subject and words', async () => {
    const id = await open('A stored diploma is unreadable.');
    for (const q of [id, id.slice(0, 8), `#${id.slice(0, 13)}`, 'unreadable diploma'])
      expect([q, await ids('case', q)]).toEqual([q, [id]]);
    expect((await search(id)).case).toEqual([
      {
        kind: 'case',
        id,
        title: 'A stored diploma is unreadable.',
        detail: `Suspension · Open · ${id.slice(0, 8)}`,
        href: `/ops/case?id=${id}`,
      },
    ]);
    for (const q of ['CL-000014', 'ORDER-1', 'machine learning'])
      expect([q, await titles('case', q)]).toEqual([q, ['Buy “Machine Learning”']]);
  });

  it('are open ones first, then the newest, at most five', async () => {
    const all: string[] = [];
    for (let number = 0; number < 7; number += 1) all.push(await open(`Parcel ${number}`));
    await product.db.query(
      `UPDATE cases SET status = 'closed', outcome = 'done', closed_reason = '', closed_at = now() WHERE id = $1`,
      [all[6]],
    );
    expect(await ids('case', 'parcel')).toEqual([all[5], all[4], all[3], all[2], all[1]]);
    expect(await titles('case', 'parcel 6')).toEqual(['Parcel 6']);
  });
});

describe('the audit log', () => {
  it('names who was shown, once for each search, and never the text', async () => {
    const [result] = (await search('sponsor sam')).person;
    expect(await audited()).toEqual([`people.shown | search | user:${result?.id} | ${ada.id}`]);
  });

  it('names payers and learners of what was found', async () => {
    await search('CL-000014');
    const [payerId] = await ids('person', sponsor.email);
    const [learnerId] = await ids('person', learner.email);
    expect((await audited())[0]).toBe(
      `people.shown | search | user:${payerId}, user:${learnerId} | ${ada.id}`,
    );
  });

  it('names each of them once', async () => {
    await copyPayment(2);
    const result = await search('₦20,018');
    expect(result.payment.length).toBeGreaterThan(2);
    const [payerId] = await ids('person', sponsor.email);
    expect((await audited())[0]).toBe(`people.shown | search | user:${payerId} | ${ada.id}`);
  });

  it('has no entry for courses alone', async () => {
    expect(await titles('course', 'knitting for engineers')).toHaveLength(1);
    expect(await audited()).toEqual([]);
  });
});

// Last, because the searches above have every form.
it('no search reads a large table from beginning to end', async () => {
  const isOfSearch = (text: string) => /AS rank|course_words|array_position/.test(text);
  const queries = [...recording.queries].map(
    ([options, texts]) => [options, new Set([...texts].filter(isOfSearch))] as const,
  );
  await expectIndexed(new Map(queries), 20);
});
