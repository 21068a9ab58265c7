import { inflateSync } from 'node:zlib';
import { PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimCase, runCaseAction } from '#contracts/desk/desk.ts';
import type { Endpoint } from '#contracts/endpoint.ts';
import { invoiceFile } from '#contracts/requests/invoices.ts';
import { deskRoutes } from '#services/desk-routes.ts';
import { routes } from '#services/routes.ts';
import { fund, pdf, save, upload } from '#tests/support/money/certificates.ts';
import { orderCourse } from '#tests/support/money/paid-purchases.ts';
import { callDesk, joinDesk } from '#tests/support/people/operators.ts';
import { fileRequest, join, picture, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { casesToRun } from '#tests/support/vitest/extent.ts';
import { type BadFile, badFiles } from './support/bad-files.ts';
import { cleanablePdfs } from './support/bad-pdfs.ts';
import { countRows } from './support/dump.ts';
import { expectRefusal } from './support/expect-clean.ts';
import { rawCall } from './support/raw-call.ts';
import { rightBody } from './support/right-bodies.ts';
import { runCases } from './support/run-cases.ts';

/** An upload that would be accepted with a right file: its path, who makes it, and its other fields. */
interface Upload {
  path: string;
  headers: Record<string, string>;
  fields: object;
}

let product: TestProduct;
let learner: SignedIn;
let uploads: Record<string, Upload>;
let files: BadFile[];
let before: Record<string, number>;
beforeAll(async () => {
  product = await startTestProduct({ RATE_LIMIT_FACTOR: '100000' });
  files = await badFiles();
  const { url } = product;
  learner = await join(url, 'learner');
  const sponsor = await join(url, 'sponsor');
  const asLearner = { authorization: `Bearer ${learner.token}` };
  const invoice = { reference: 'INV-7', payee: 'Lagos Coding School' };
  const invoiced = await fileRequest(url, learner, {
    delivery: 'school-invoice',
    account: undefined,
    invoice,
  });
  const workers = await product.startWorkers();
  const funded = await fund(product, learner, sponsor);
  const proved = await fund(product, learner, sponsor);
  // Their writes must not be taken for the effect of a file.
  await workers.stop();
  const { cookie } = await joinDesk(product, 'lead');
  await orderCourse(product, proved.requestId);
  const [{ id: caseId }] = await product.db.query(
    `SELECT c.id FROM cases c JOIN purchases u ON u.id::text = c.subject_id WHERE u.request_id = $1`,
    [funded.requestId],
  );
  const params = { id: caseId };
  await callDesk(url, claimCase, { params }, cookie);
  const act = (action: string, values: Record<string, string>) =>
    callDesk(url, runCaseAction, { params, body: { action, values } }, cookie);
  await act('start-buying', {});
  await act('record-order', { orderNumber: 'CO-1', charged: '19500', currency: 'NGN' });
  await act('hand-over', {});
  const bodyOf = (name: string) => rightBody(name, { learner, requestId: invoiced });
  uploads = {
    'POST /user/onboard': { path: '/user/onboard', headers: {}, fields: bodyOf('POST /user/onboard') },
    'PUT /user/me/picture': { path: '/user/me/picture', headers: asLearner, fields: {} },
    'POST /course/request/:id/invoice': {
      path: `/course/request/${invoiced}/invoice`,
      headers: asLearner,
      fields: {},
    },
    'POST /course/add-proof/:id': {
      path: `/course/add-proof/${proved.requestId}`,
      headers: { authorization: `Bearer ${sponsor.token}` },
      fields: {},
    },
    'PUT /dashboard/:id/upload-completion-certificate': {
      path: `/dashboard/${await save(url, learner)}/upload-completion-certificate`,
      headers: asLearner,
      fields: {},
    },
    'POST /ops/cases/:id/proof': { path: `/ops/cases/${caseId}/proof`, headers: { cookie }, fields: {} },
    'POST /ops/cases/:id/receipt': { path: `/ops/cases/${caseId}/receipt`, headers: { cookie }, fields: {} },
    'POST /ops/catalogue/imports': {
      path: '/ops/catalogue/imports',
      headers: { cookie },
      fields: bodyOf('POST /ops/catalogue/imports'),
    },
  };
  before = await countRows(product.db);
});
afterAll(() => product?.close());

const contracts: Endpoint[] = [...routes, ...deskRoutes]
  .map(({ contract }) => contract)
  .filter(({ file }) => file);
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

async function send(contract: Endpoint, { data, name = 'file' }: Pick<BadFile, 'data' | 'name'>) {
  const { path, headers, fields } = uploads[nameOf(contract)] as Upload;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
  form.append(contract.file?.field ?? '', new File([new Uint8Array(data)], name));
  const request = new Request('http://form', { method: 'POST', body: form });
  const body = Buffer.from(await request.arrayBuffer());
  const type = { 'content-type': request.headers.get('content-type') ?? '' };
  return rawCall(product.url, `/api${path}`, {
    method: contract.method,
    headers: { ...headers, ...type },
    body,
  });
}

it('knows every upload, and 200 files for each', () => {
  expect(Object.keys(uploads).sort()).toEqual(contracts.map(nameOf).sort());
  expect(new Set(files.map(({ what }) => what)).size).toBe(files.length);
  expect(files.length).toBeGreaterThan(200);
});

describe.each(contracts.map((contract) => ({ name: nameOf(contract), contract })))(
  '$name',
  ({ name, contract }) => {
    it('accepts no bad file', async (context) => {
      await runCases(
        context,
        'files',
        casesToRun(files, ({ what }) => `${name} ${what}`),
        async (file) => {
          const answer = await send(contract, file);
          try {
            expectRefusal(file.what, answer, 400, 413, 415, 422);
            return { status: answer.status };
          } catch (error) {
            return {
              status: answer.status,
              deviation: `${file.what}: ${answer.status} ${error}`.slice(0, 500),
            };
          }
        },
      );
    });
  },
);

it('has written nothing for any of them', async () => {
  expect(await countRows(product.db)).toEqual(before);
});

it('accepts a right file everywhere, so that only the files were bad', async () => {
  const right = async ({ types }: { types: readonly string[] }) =>
    types.includes('text/csv')
      ? Buffer.from('title,url\n')
      : types.includes('application/pdf')
        ? pdf()
        : Buffer.from(await (await picture()).arrayBuffer());
  // The receipt before the proof, which closes the case.
  for (const contract of contracts.toReversed()) {
    if (!contract.file) continue;
    const answer = await send(contract, { data: await right(contract.file) });
    expect([nameOf(contract), answer.status]).toEqual([nameOf(contract), expect.toBeOneOf([200, 201, 202])]);
  }
});

/** Everything in a stored document, decompressed. */
async function contentsOf(data: Buffer): Promise<string> {
  if (data.subarray(0, 4).toString() !== '%PDF') return data.toString('latin1');
  const { context } = await PDFDocument.load(data, { updateMetadata: false });
  const objects = context.enumerateIndirectObjects().map(([, object]) => {
    if (!(object instanceof PDFRawStream)) return object.toString();
    const isPacked = object.dict.toString().includes('/FlateDecode');
    const bytes = isPacked ? inflateSync(object.contents) : Buffer.from(object.contents);
    return `${object.dict} ${bytes.toString('latin1')}`;
  });
  return `${data.toString('latin1')} ${objects.join(' ')}`;
}

it('stores no link, script, author or trailing file of what it accepts', async (context) => {
  const plain = sharp({ create: { width: 60, height: 40, channels: 3, background: '#0b6b5a' } });
  const exif = { IFD0: { Artist: 'canary.example', Copyright: 'canary.example' } };
  const trailing = Buffer.from('PK\x03\x04 <script>canary.example</script>');
  const png = await plain.clone().png().toBuffer();
  const cleanable: BadFile[] = [
    ...(await cleanablePdfs()),
    { what: 'a JPEG with EXIF', data: await plain.clone().withExif(exif).jpeg().toBuffer() },
    { what: 'a PNG with EXIF', data: await plain.clone().withExif(exif).png().toBuffer() },
    { what: 'a PNG followed by a ZIP', data: Buffer.concat([png, trailing]) },
    {
      what: 'a JPEG followed by a script',
      data: Buffer.concat([await plain.clone().jpeg().toBuffer(), trailing]),
    },
    { what: 'a PDF named ../../x.html', data: pdf(), name: '../../x.html' },
  ];
  expect(invoiceFile.types).toContain('application/pdf');
  await runCases(context, 'files', cleanable, async ({ what, data, name }) => {
    const id = await save(product.url, learner);
    const { status } = await upload(product.url, learner.token, id, data, name ? { name } : {});
    const stored = await fetch(`${product.url}/api/dashboard/${id}/view-certificate`, {
      headers: { authorization: `Bearer ${learner.token}` },
    });
    const text = await contentsOf(Buffer.from(await stored.arrayBuffer()));
    const forbidden = /canary|\/JavaScript|\/JS\b|\/XFA|\/OpenAction|<script>|x\.html/.exec(
      `${text} ${stored.headers.get('content-disposition')}`,
    )?.[0];
    const isRight = status === 200 && stored.status === 200 && forbidden === undefined;
    return {
      status,
      canaries: forbidden ? 1 : 0,
      deviation: isRight ? undefined : `${what}: ${status}, stored ${stored.status}, contains ${forbidden}`,
    };
  });
});
