import { randomInt } from 'node:crypto';
import { extractText, getMeta } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Currency, chargeFor, minimumPriceMinor } from '#contracts/money.ts';
import { getReceipt } from '#contracts/payments/receipts.ts';
import { requestAccount } from '#services/ledger/postings.ts';
import { recordCapture, recordReversal } from '#services/ledger/record-transaction.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';
import { findReceipt, formatAmountWithCode, nextReceiptNumber, receiptRows } from './receipts.ts';

let product: TestProduct;
let sponsor: SignedIn;
let learner: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor', { fullName: 'Zoë Ọláìyá' });
});
afterAll(() => product?.close());

async function receiptOf(reference: string, who = sponsor) {
  const response = await callApi(product.url, getReceipt, { params: { reference } }, who.token);
  if (response.status !== 200) return { ...response, bytes: new Uint8Array(), text: '' };
  const bytes = new Uint8Array(await (response.body as unknown as Blob).arrayBuffer());
  const { text } = await extractText(bytes.slice(), { mergePages: true });
  return { ...response, bytes, text: text.replace(/\s+/g, ' ') };
}

async function pay(currency: Currency = 'NGN', priceMinor = 2_000_000): Promise<string> {
  const course = {
    courseTitle: 'Égyptien & “Ẹ̀kọ́” 100%',
    platform: 'Coursera',
    price: priceMinor / 100,
    priceUnit: currency,
    duration: 2,
    durationUnit: 'weeks',
  };
  const requestId = await fileRequest(product.url, learner, { course });
  const amount = chargeFor(priceMinor, 9).totalMinor;
  const { body } = await startPayment(product.url, sponsor, requestId, { amount, currency });
  await press(product.sandbox.httpUrl, body.data.data.access_code, 'pay');
  const { reference } = body.data.data;
  await expect.poll(() => statusOf(reference), patient).toBe('approved');
  return reference;
}

async function statusOf(reference: string): Promise<string> {
  const [payment] = await product.db.query('SELECT status FROM payments WHERE reference = $1', [reference]);
  return payment.status;
}

it('states payer, course and amounts to the minor unit, in any script', async () => {
  const reference = await pay('NGN', 1_999_950);
  const { headers, text, bytes } = await receiptOf(reference);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('content-disposition')).toMatch(/^inline; filename="courselift-receipt-CL-\d{6}\.pdf"$/);
  expect(headers.get('cache-control')).toContain('no-store');
  for (const part of ['Zoë Ọláìyá', 'Égyptien', '100%', 'Coursera', reference]) expect(text).toContain(part);
  expect(text).toContain('Price NGN 19,999.50 Service fee NGN 18.00 Charged NGN 20,017.50');
  expect(text).not.toContain(learner.fullName);
  const { info } = await getMeta(bytes);
  expect(info.Title).toMatch(/^CourseLift receipt CL-\d{6}$/);
});

it('numbers receipts once and renders the same bytes again', async () => {
  const [dollars, pounds] = [await pay('USD', 7_000), await pay('GBP', 5_500)];
  const [first, again, second] = [
    await receiptOf(dollars),
    await receiptOf(dollars),
    await receiptOf(pounds),
  ];
  expect(Buffer.compare(first.bytes, again.bytes)).toBe(0);
  const numberIn = ({ text }: { text: string }) => /Receipt (CL-\d{6})/.exec(text)?.[1];
  expect(numberIn(first)).toBeDefined();
  expect(numberIn(second)).not.toBe(numberIn(first));
});

it('states when the payment was refunded', async () => {
  const reference = await pay();
  const [{ id }] = await product.db.query('SELECT id FROM payments WHERE reference = $1', [reference]);
  await product.db.transaction((manager) => recordReversal(manager, id));
  expect((await receiptOf(reference)).text).toContain('Given back NGN 20,018.00 on');
});

it('exists for approved payments only, and for their payer only', async () => {
  const requestId = await fileRequest(product.url, learner);
  const { body } = await startPayment(product.url, sponsor, requestId);
  expect((await receiptOf(body.data.data.reference)).status).toBe(404);
  const reference = await pay();
  expect((await receiptOf(reference, await join(product.url, 'sponsor'))).status).toBe(404);
  expect((await receiptOf(reference, learner)).status).toBe(403);
  expect((await receiptOf('cl-nothing')).status).toBe(404);
});

it('agrees with the ledger for 100 random payments in three currencies', async () => {
  const references = await payAtRandom(100);
  const lines: { reference: string; price: string; fee: string; charged: string; currency: string }[] =
    await product.db.query(
      `SELECT p.reference, p.price_minor AS price, p.fee_minor AS fee, l.captured_minor AS charged, l.currency
       FROM ledger_payments l JOIN payments p ON p.id = l.payment_id WHERE p.reference = ANY ($1)`,
      [references],
    );
  expect(lines).toHaveLength(100);
  const [{ payer }] = await product.db.query('SELECT payer_id AS payer FROM payments LIMIT 1');
  for (const { reference, price, fee, charged, currency } of lines) {
    const receipt = await findReceipt(product.db, reference, payer);
    const amount = (minor: string) => formatAmountWithCode(Number(minor), currency);
    expect(receipt && receiptRows(receipt)).toEqual(
      expect.arrayContaining([
        ['Price', amount(price)],
        ['Service fee', amount(fee)],
        ['Charged', amount(charged)],
        ['Reference', reference],
      ]),
    );
    expect(Number(price) + Number(fee)).toBe(Number(charged));
  }
  // Rendering takes 50 ms a page; the first ten cover every currency.
  for (const { reference, price, fee, charged, currency } of lines.slice(0, 10)) {
    const amount = (minor: string) => formatAmountWithCode(Number(minor), currency);
    expect((await receiptOf(reference)).text).toContain(
      `Price ${amount(price)} Service fee ${amount(fee)} Charged ${amount(charged)} Reference ${reference}`,
    );
  }
});

/** Inserts approved payments of random prices with their ledger entries, as a settlement does. */
async function payAtRandom(count: number): Promise<string[]> {
  const settled = await pay();
  const references: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const currency = (['NGN', 'USD', 'GBP'] as const)[number % 3] ?? 'NGN';
    const { priceMinor, feeMinor, totalMinor } = chargeFor(
      randomInt(minimumPriceMinor[currency], 900_000_000),
      9,
    );
    const reference = `cl-random-${number}`;
    const [payment] = await product.db.query(
      `WITH request AS (
         INSERT INTO requests (learner_id, course_title, platform, link, price_minor, currency, duration,
           duration_unit, motivation, socials, delivery, is_public, status, paid_at)
         SELECT r.learner_id, r.course_title, r.platform, r.link, $2, $5, 1, 'weeks', '', '', r.delivery, true, 'paid', now()
         FROM requests r JOIN payments p ON p.request_id = r.id WHERE p.reference = $6 RETURNING id
       ), pledge AS (
         INSERT INTO sponsorships (request_id, sponsor_id, is_anonymous)
         SELECT request.id, p.payer_id, true FROM request, payments p WHERE p.reference = $6 RETURNING id, request_id, sponsor_id
       )
       INSERT INTO payments (reference, request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor,
         currency, status, settled_at, receipt_number)
       SELECT $1, request_id, id, sponsor_id, $2, $3, $4, $5, 'approved', now(), ${nextReceiptNumber()} FROM pledge RETURNING id, request_id`,
      [reference, priceMinor, feeMinor, totalMinor, currency, settled],
    );
    const account = requestAccount(payment.request_id);
    const capture = { paymentId: payment.id, account, capturedMinor: totalMinor, feeMinor, currency };
    await product.db.transaction((manager) => recordCapture(manager, capture));
    references.push(reference);
  }
  return references;
}
