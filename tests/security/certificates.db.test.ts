import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { certificateFile, shareCertificate, viewCertificate } from '#contracts/enrolments/enrolments.ts';
import { waitForLockWaits } from '../support/database/lock-waits.ts';
import { drawing, fund, fundAndEnrol, pdf, save, upload } from '../support/money/certificates.ts';
import { orderCourse } from '../support/money/paid-purchases.ts';
import { join, type SignedIn } from '../support/people/people.ts';
import { callApi } from '../support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '../support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let url: string;
beforeAll(async () => {
  product = await startTestProduct();
  url = product.url;
  await product.startWorkers();
  learner = await join(url, 'learner');
});
afterAll(() => product?.close());

const { maxBytes, tooLarge, wrongType, missing } = certificateFile;
const done = { status: 200, body: { message: 'Certificate uploaded successfully!' } };

async function view(id: string, who?: SignedIn) {
  const answer = await fetch(`${url}/api/dashboard/${id}/view-certificate`, {
    ...(who && { headers: { authorization: `Bearer ${who.token}` } }),
  });
  return { status: answer.status, headers: answer.headers, data: Buffer.from(await answer.arrayBuffer()) };
}

async function requestOf(id: string) {
  const [row] = await product.db.query(
    'SELECT status, enrolled_at, completed_at FROM requests WHERE id = $1',
    [id],
  );
  return row;
}

describe('the size of a certificate', () => {
  it('may be 524,288 bytes', async () => {
    const file = pdf('Exactly', maxBytes);
    expect([maxBytes, file.length]).toEqual([524_288, 524_288]);
    const id = await save(url, learner);
    expect(await upload(url, learner.token, id, file)).toEqual(done);
    expect((await view(id, learner)).data.includes('Exactly')).toBe(true);
  });

  // ASVS 5.2.1
  it('may not be one byte more', async () => {
    const id = await save(url, learner);
    const answer = await upload(url, learner.token, id, pdf('Too long', maxBytes + 1));
    expect(answer).toEqual({ status: 413, body: { message: tooLarge, errors: { certificate: tooLarge } } });
    expect(tooLarge).toBe('File size must not exceed 512KB.');
  });
});

describe('the content of a certificate', () => {
  // ASVS 5.2.2
  it.each([
    ['HTML called .pdf', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['an SVG called .png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 415],
    ['nothing at all', Buffer.alloc(0), 415],
    ['only the first bytes of a PDF', Buffer.from('%PDF-1.7\n<script>alert(1)</script>'), 422],
    ['a PDF with a script', pdf('/JavaScript'), 422],
    ['only the first bytes of a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 422],
  ])('that is %s is refused and leaves the course as it was', async (_, data, status) => {
    const id = await save(url, learner);
    const answer = await upload(url, learner.token, id, data);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([status, ['certificate']]);
    if (status === 415) expect(answer.body.message).toBe(wrongType);
    expect((await view(id, learner)).status).toBe(404);
    expect(await upload(url, learner.token, id, pdf())).toEqual(done);
  });

  it('is refused above 25 megapixels', async () => {
    const create = { width: 6_500, height: 4_000, channels: 3 as const, background: '#0b6b5a' };
    const data = await sharp({ create, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer();
    const id = await save(url, learner);
    expect(await upload(url, learner.token, id, data)).toMatchObject({ status: 422 });
  });

  it('is asked for when it is missing', async () => {
    const id = await save(url, learner);
    const answer = await fetch(`${url}/api/dashboard/${id}/upload-completion-certificate`, {
      method: 'PUT',
      body: new FormData(),
      headers: { authorization: `Bearer ${learner.token}` },
    });
    expect([answer.status, (await answer.json()).message]).toEqual([422, missing]);
  });

  it.each(['png', 'jpeg'] as const)('that is a picture (%s) is encoded anew', async (format) => {
    const picture = Buffer.concat([await drawing(format), Buffer.from('<script>alert(1)</script>')]);
    const id = await save(url, learner);
    expect(await upload(url, learner.token, id, picture)).toEqual(done);
    const { data, headers } = await view(id, learner);
    expect([headers.get('content-type'), data.includes('script')]).toEqual([`image/${format}`, false]);
    expect((await sharp(data).metadata()).format).toBe(format);
  });
});

describe('the answer with a certificate', () => {
  // ASVS 3.2.1, 5.3.1, 5.3.2, 5.4.1, 5.4.2
  it('says our own file name, whatever the upload was called, and runs nothing', async () => {
    const id = await save(url, learner);
    const hostile = 'canary"\r\nSet-Cookie: canary=1\r\n\r\n<script>.html';
    await upload(url, learner.token, id, pdf(), { name: hostile, type: 'text/html' });
    const { headers } = await view(id, learner);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="certificate.pdf"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(JSON.stringify([...headers])).not.toMatch(/canary/i);
  });
});

describe('a course with its certificate', () => {
  it('is completed, and takes no other', async () => {
    const id = await save(url, learner);
    expect(await upload(url, learner.token, id, pdf())).toEqual(done);
    const { body } = await callApi(url, getDashboard, { query: {} }, learner.token);
    expect(body.dashboardCourses.find(({ _id }) => _id === id)).toMatchObject({
      status: 'completed',
      completedAt: expect.any(String),
      completionCertificate: true,
    });
    expect((await upload(url, learner.token, id, await drawing())).status).toBe(409);
    expect((await view(id, learner)).headers.get('content-type')).toBe('application/pdf');
  });

  it('has one winner of two uploads at once', async () => {
    const id = await save(url, learner);
    const holder = product.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM enrolments WHERE id = $1 FOR UPDATE', [id]);
    const uploads = Promise.all(['one', 'other'].map((words) => upload(url, learner.token, id, pdf(words))));
    // Both are past every check that comes before the lock.
    await waitForLockWaits(product, 2);
    await holder.commitTransaction();
    await holder.release();
    expect((await uploads).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('takes its enrolled request to completed', async () => {
    const { id, requestId } = await fundAndEnrol(product, learner, await join(url, 'sponsor'));
    expect(await requestOf(requestId)).toMatchObject({ status: 'enrolled', completed_at: null });
    await upload(url, learner.token, id, pdf());
    expect(await requestOf(requestId)).toEqual({
      status: 'completed',
      enrolled_at: expect.any(Date),
      completed_at: expect.any(Date),
    });
    const logins = await product.db.query('SELECT 1 FROM platform_logins WHERE request_id = $1', [requestId]);
    expect(logins).toEqual([]);
  });

  it('keeps the day of the enrolment when there was one', async () => {
    const { id, requestId } = await fund(product, learner, await join(url, 'sponsor'));
    await orderCourse(product, requestId);
    await product.db.query(
      `UPDATE requests SET status = 'enrolled', enrolled_at = '2026-01-02' WHERE id = $1`,
      [requestId],
    );
    await upload(url, learner.token, id, pdf());
    const { status, enrolled_at } = await requestOf(requestId);
    expect([status, enrolled_at]).toEqual(['completed', new Date('2026-01-02')]);
  });

  it('leaves a request alone whose money went back', async () => {
    const { id, requestId } = await fund(product, learner, await join(url, 'sponsor'));
    await orderCourse(product, requestId);
    await product.db.query(`UPDATE requests SET status = 'refunded' WHERE id = $1`, [requestId]);
    expect((await upload(url, learner.token, id, pdf())).status).toBe(200);
    expect((await requestOf(requestId)).status).toBe('refunded');
  });
});

describe('whom a certificate is shown to', () => {
  const canary = 'Canary of the certificate';

  // ASVS 8.2.2
  it('is the learner alone, until the sponsor who paid may see it as well', async () => {
    const sponsor = await join(url, 'sponsor');
    const others = [undefined, await join(url, 'learner'), await join(url, 'sponsor')];
    const { id, requestId } = await fundAndEnrol(product, learner, sponsor);
    await upload(url, learner.token, id, pdf(canary));
    const share = (isShared: boolean, who: SignedIn | undefined = learner) =>
      callApi(url, shareCertificate, { params: { id }, body: { isShared } }, who?.token);
    const seesIt = async () => {
      for (const [place, who] of others.entries()) {
        const { status, data } = await view(id, who);
        expect([place, status, data.includes(canary)]).toEqual([place, who ? 404 : 401, false]);
      }
      const { body } = await callApi(url, getDashboard, { query: {} }, sponsor.token);
      const [entry] = (body as unknown as { sponsoredRequests: { certificateId: string | null }[] })
        .sponsoredRequests;
      const { status, data } = await view(id, sponsor);
      expect(entry?.certificateId).toBe(status === 200 ? id : null);
      return [status, data.includes(canary)];
    };
    expect(await seesIt()).toEqual([404, false]);
    for (const who of [sponsor, others[1], others[2]]) expect((await share(true, who)).status).toBe(404);
    expect(await seesIt()).toEqual([404, false]);
    expect((await share(true)).status).toBe(200);
    expect(await seesIt()).toEqual([200, true]);
    await product.db.query(`UPDATE payments SET status = 'reversed' WHERE request_id = $1`, [requestId]);
    expect((await view(id, sponsor)).status).toBe(404);
    await product.db.query(`UPDATE payments SET status = 'approved' WHERE request_id = $1`, [requestId]);
    expect((await share(false)).status).toBe(200);
    expect(await seesIt()).toEqual([404, false]);
    expect((await view(id, learner)).status).toBe(200);
  });

  it('cannot be decided before there is one', async () => {
    const id = await save(url, learner);
    const answer = await callApi(
      url,
      shareCertificate,
      { params: { id }, body: { isShared: true } },
      learner.token,
    );
    expect(answer.status).toBe(409);
  });

  it('responds with 404 to an unknown id', async () => {
    for (const id of [crypto.randomUUID(), 'x', '../../etc/passwd', '%00']) {
      const sent = { params: { id }, body: { isShared: true } };
      expect((await callApi(url, viewCertificate, { params: { id } }, learner.token)).status).toBe(404);
      expect((await callApi(url, shareCertificate, sent, learner.token)).status).toBe(404);
      expect((await upload(url, learner.token, encodeURIComponent(id), pdf())).status).toBe(404);
    }
  });

  it('has its upload refused for everybody else as if it were not there', async () => {
    const id = await save(url, learner);
    for (const who of [await join(url, 'learner'), await join(url, 'sponsor')]) {
      const answer = await upload(url, who.token, id, pdf());
      expect(answer).toEqual({ status: 404, body: { message: 'This course is not on your dashboard.' } });
    }
    expect((await upload(url, undefined, id, pdf())).status).toBe(401);
  });
});
