import { extractText, getMeta } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getReceipt } from '#contracts/payments/receipts.ts';
import { mailNames } from '#services/platform/email/mail.jobs.ts';
import { composers } from '#workers/composers.ts';
import { sendHostileMails } from './security/support/hostile/hostile-mails.ts';
import { createHostileWorld, type HostileWorld } from './security/support/hostile/hostile-world.ts';
import type { ReceivedMail } from './support/people/people.ts';
import { callApi } from './support/product/api-client.ts';
import { findFirstBrand, secondBrand } from './support/product/second-brand.ts';
import { startTestProduct, type TestProduct } from './support/product/test-product.ts';

let product: TestProduct;
let world: HostileWorld;
beforeAll(async () => {
  product = await startTestProduct(secondBrand);
  world = await createHostileWorld(product);
});
afterAll(() => product?.close());

async function pdfText(data: Uint8Array): Promise<string> {
  const { text } = await extractText(data.slice(), { mergePages: true });
  return `${text} ${JSON.stringify(await getMeta(data.slice()))}`.replaceAll(/\s+/g, ' ');
}

const wholeMail = ({ attachments, ...mail }: ReceivedMail) =>
  JSON.stringify(mail) +
  attachments.map(({ content }) => Buffer.from(content, 'base64').toString()).join('\n');

it('is the only one that mails name, each of every kind', async () => {
  const mails = await sendHostileMails(product);
  const missing = mailNames.filter((name) => !mails[name]);
  expect(missing).toEqual([]);
  const texts = Object.values(mails).map((mail) => (mail ? wholeMail(mail) : ''));
  expect(texts.flatMap(findFirstBrand)).toEqual([]);
  expect(texts.filter((text) => !text.includes('Every course within reach'))).toEqual([]);
  expect(texts.filter((text) => !text.includes('hello@hopeline.test'))).toEqual([]);
  expect(mails['verify-email']?.html).toContain('#7a1f5c');
});

it.each(['meeting-for-learner', 'meeting-for-sponsor'] as const)(
  'is the only one that the calendar file of %s names',
  async (mail) => {
    const { db, config } = product;
    const composed = await composers[mail](world.meetingId, { manager: db.manager, config, revision: 0 });
    const calendar = composed?.icalEvent?.content ?? '';
    expect(findFirstBrand(calendar)).toEqual([]);
    expect(calendar).toContain(`UID:${world.meetingId}@hope-line-africa`);
  },
);

it('is the only one that receipts and evidence name', async () => {
  const token = world.tokens.sampleSponsor;
  const receipt = await callApi(product.url, getReceipt, { params: { reference: world.reference } }, token);
  expect(receipt.headers.get('content-disposition')).toMatch(/"hope-line-africa-receipt-CL-\d+\.pdf"/);
  const text = await pdfText(new Uint8Array(await (receipt.body as unknown as Blob).arrayBuffer()));
  expect(findFirstBrand(text)).toEqual([]);
  for (const part of [
    'Hope Line Africa',
    'Hope Line Foundation · help@hopeline.test',
    'Registered charity 12345.',
  ])
    expect(text).toContain(part);
  const disputed = await product.db.query('SELECT payment_id FROM disputes LIMIT 1');
  const response = await fetch(`${product.url}/api/ops/payments/${disputed[0].payment_id}/evidence`, {
    headers: { cookie: world.cookie },
  });
  expect(response.status).toBe(200);
  const evidence = await pdfText(new Uint8Array(await response.arrayBuffer()));
  expect(findFirstBrand(evidence)).toEqual([]);
  expect(evidence).toContain('Hope Line Foundation');
});

it('is the only one that the document of the API names', async () => {
  const read = async (path: string) => (await fetch(`${product.url}/api${path}`)).text();
  const pages = await Promise.all(['/openapi.json', '/docs', '/docs.css'].map(read));
  expect(pages.flatMap(findFirstBrand)).toEqual([]);
  expect(pages[1]).toContain('Hope Line Africa API');
  expect(pages[2]).toContain('#7a1f5c');
});
