import sharp from 'sharp';
import { saveCourse } from '#contracts/catalogue/catalogue.ts';
import { certificateFile, uploadCertificate } from '#contracts/enrolments/enrolments.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { fileRequest, press, type SignedIn, startPayment } from '../people/people.ts';
import { callApi } from '../product/api-client.ts';
import type { TestProduct } from '../product/test-product.ts';
import { orderCourse } from './paid-purchases.ts';
import { sendProof } from './proofs.ts';
import { untilApproved } from './until-approved.ts';

/** Returns a one-page PDF with the given text and size. */
export function pdf(words = 'Certificate of completion', bytes?: number): Buffer {
  const text = `BT /F1 18 Tf 40 100 Td (${words}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = (at: number) =>
    `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  if (bytes !== undefined) {
    // A comment between the objects and the table; the table's place has as many digits as its number.
    const missing = bytes - body.length - table(bytes).length - 2;
    body += `%${'x'.repeat(missing)}\n`;
  }
  return Buffer.from(body + table(body.length), 'latin1');
}

/** A picture of a certificate. */
export function drawing(format: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 400, channels: 3, background: '#0b6b5a' } })
    .toFormat(format)
    .toBuffer();
}

/** Uploads bytes as a certificate; name and type are what the sender claims. */
export async function upload(
  url: string,
  token: string | undefined,
  id: string,
  data: Buffer,
  { name = 'certificate.pdf', type = 'application/pdf' } = {},
) {
  const form = new FormData();
  form.append(certificateFile.field, new File([new Uint8Array(data)], name, { type }));
  const answer = await fetch(`${url}/api${uploadCertificate.path.replace(':id', id)}`, {
    method: 'PUT',
    body: form,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Saves a course from the catalogue. Returns the enrolment's id. */
export async function save(url: string, { token }: SignedIn, title = 'Learn SQL'): Promise<string> {
  const link = `https://courses.example/${crypto.randomUUID()}`;
  const saved = await callApi(url, saveCourse, { body: { title, description: 'Tables.', link } }, token);
  return saved.body.data._id;
}

/** Has a sponsor pay a request of this learner. Returns the ids of the request and of its enrolment. */
export async function fund(
  product: TestProduct,
  learner: SignedIn,
  sponsor: SignedIn,
  isAnonymous = true,
  link = `https://courses.example/${crypto.randomUUID()}`,
  account?: { email: string; password: string },
) {
  const { url, sandbox, db } = product;
  const requestId = await fileRequest(url, learner, { link, ...(account && { account }) });
  const { body } = await startPayment(url, sponsor, requestId, { isAnonymous });
  const { reference, access_code: accessCode } = body.data.data;
  await press(sandbox.httpUrl, accessCode, 'pay');
  await callApi(url, verifyPayment, { query: { reference } }, sponsor.token);
  await untilApproved(product, reference);
  const [row] = await db.query('SELECT id FROM enrolments WHERE request_id = $1', [requestId]);
  return { requestId, id: row.id as string, reference };
}

/** Has a sponsor pay a request of this learner, an operator buy the course, and the sponsor add the proof. Returns both ids. */
export async function fundAndEnrol(product: TestProduct, learner: SignedIn, sponsor: SignedIn) {
  const funded = await fund(product, learner, sponsor);
  await orderCourse(product, funded.requestId);
  const { status } = await sendProof(product.url, sponsor, funded.requestId, pdf('Receipt'));
  if (status !== 200) throw new Error(`The proof returned ${status}`);
  return funded;
}
