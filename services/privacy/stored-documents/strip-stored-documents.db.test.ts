import { PDFDocument } from '@cantoo/pdf-lib';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { createEverything } from '#tests/support/people/everything-about.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { stripStoredDocuments } from './strip-stored-documents.ts';

const tables = ['proofs', 'invoices', 'order_receipts', 'certificates'];
const author = 'Canary Author';
let product: TestProduct;
let authored: Buffer;

beforeAll(async () => {
  product = await startTestProduct();
  const { learner, requestId, paymentId } = await createEverything(product);
  await product.db.query(
    `WITH bought AS (INSERT INTO purchases (request_id, payment_id) VALUES ($1, $2) RETURNING id)
     INSERT INTO order_receipts (purchase_id, attempt, content_type, data, uploaded_by_id)
     SELECT id, 1, 'application/pdf', '', $3 FROM bought`,
    [requestId, paymentId, learner.id],
  );
  const document = await PDFDocument.create();
  document.setAuthor(author);
  document.addPage([420, 200]).drawText('Receipt 7', { x: 40, y: 100 });
  authored = Buffer.from(await document.save({ useObjectStreams: false }));
});
afterAll(() => product?.close());

/** Stores one file as every kind of document, as a version before decision 050 did, and lists them. */
async function storeEverywhere(data: Buffer): Promise<void> {
  const { db } = product;
  for (const table of tables)
    await db.query(`UPDATE ${table} SET content_type = 'application/pdf', data = $1`, [data]);
  await db.query(
    'UPDATE enrolments SET request_id = (SELECT request_id FROM proofs LIMIT 1) WHERE id IN (SELECT enrolment_id FROM certificates)',
  );
  await db.query('DELETE FROM documents_to_strip');
  await db.query(
    `INSERT INTO documents_to_strip (document, owner_id, attempt, request_id)
     SELECT 'proof', request_id, 0, request_id FROM proofs
     UNION ALL SELECT 'invoice', request_id, 0, request_id FROM invoices
     UNION ALL SELECT 'receipt', o.purchase_id, o.attempt, p.request_id
       FROM order_receipts o JOIN purchases p ON p.id = o.purchase_id
     UNION ALL SELECT 'certificate', c.enrolment_id, 0, e.request_id
       FROM certificates c JOIN enrolments e ON e.id = c.enrolment_id`,
  );
}
const filesOf = async (): Promise<Buffer[]> =>
  (await Promise.all(tables.map((table) => product.db.query(`SELECT data FROM ${table}`))))
    .flat()
    .map(({ data }: { data: Buffer }) => data);
const listed = (): Promise<object[]> => product.db.query('SELECT * FROM documents_to_strip');

it('rewrites what earlier versions stored, twice at once as well, and keeps the text', async () => {
  await storeEverywhere(authored);
  const before = await filesOf();
  expect([before.length, (await listed()).length]).toEqual([before.length, before.length]);
  expect(before.length).toBeGreaterThanOrEqual(tables.length);
  const runs = await Promise.all([stripStoredDocuments(product), stripStoredDocuments(product)]);
  expect(runs.reduce((sum, { rewritten }) => sum + rewritten, 0)).toBe(before.length);
  for (const data of await filesOf()) {
    expect(data.includes(author)).toBe(false);
    expect((await extractText(new Uint8Array(data))).text.join()).toContain('Receipt 7');
    const hex = Buffer.from(author, 'utf16le').swap16().toString('hex').toUpperCase();
    expect(data.includes(hex)).toBe(false);
  }
  expect(await listed()).toEqual([]);
  expect(await stripStoredDocuments(product)).toEqual({ rewritten: 0, problems: 0 });
});

it('leaves a document that another upload replaced, or that another process took, meanwhile', async () => {
  await storeEverywhere(authored);
  const holder = product.db.createQueryRunner();
  await holder.startTransaction();
  await holder.query(`SELECT 1 FROM documents_to_strip WHERE document = 'certificate' FOR UPDATE`);
  const running = stripStoredDocuments(product);
  await waitForLockWaits(product, 1);
  const uploaded = Buffer.from('%PDF-1.4 uploaded meanwhile %%EOF');
  await product.db.query('UPDATE certificates SET data = $1', [uploaded]);
  await product.db.query(`DELETE FROM documents_to_strip WHERE document = 'invoice'`);
  await holder.commitTransaction();
  await holder.release();
  expect(await running).toEqual({ rewritten: tables.length - 2, problems: 0 });
  const [{ data }] = await product.db.query('SELECT data FROM certificates');
  expect(data.equals(uploaded)).toBe(true);
});

it('keeps what it cannot read, and opens one case for each request after the third time', async () => {
  const damaged = Buffer.from('%PDF-1.4 damaged %%EOF');
  await storeEverywhere(damaged);
  const cases = (): Promise<object[]> => product.db.query("SELECT * FROM cases WHERE kind = 'document'");
  for (const run of [1, 2])
    expect([run, await stripStoredDocuments(product)]).toEqual([run, { rewritten: 0, problems: 0 }]);
  expect(await cases()).toEqual([]);
  expect((await stripStoredDocuments(product)).problems).toBeGreaterThanOrEqual(tables.length);
  const requests = new Set((await listed()).map((entry) => (entry as { request_id: string }).request_id));
  expect(await cases()).toHaveLength(requests.size);
  for (const data of await filesOf()) expect(data.equals(damaged)).toBe(true);
  // A document with a case is not tried again.
  for (const table of tables) await product.db.query(`UPDATE ${table} SET data = $1`, [authored]);
  expect(await stripStoredDocuments(product)).toEqual({ rewritten: 0, problems: 0 });
});
