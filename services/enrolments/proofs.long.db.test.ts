import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofFile } from '#contracts/enrolments/proofs.ts';
import { verifyPayment } from '#contracts/payments/payments.ts';
import { drawing, fund, pdf } from '#tests/support/money/certificates.ts';
import { orderCourse } from '#tests/support/money/paid-purchases.ts';
import { seeProof, sendProof } from '#tests/support/money/proofs.ts';
import { fileRequest, join, press, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let url: string;
let learner: SignedIn;
let sponsor: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  url = product.url;
  await product.startWorkers();
  learner = await join(url, 'learner');
  sponsor = await join(url, 'sponsor', { fullName: 'Canary Sponsor' });
});
afterAll(() => product?.close());

const webp = await sharp(await drawing())
  .webp()
  .toBuffer();
const { maxBytes, tooLarge, wrongType, missing } = proofFile;
/** A paid request whose course an operator has bought and handed over. */
const bought = async () => {
  const { requestId } = await fund(product, learner, sponsor);
  await orderCourse(product, requestId);
  return requestId;
};
const done = (id: string) => ({
  status: 200,
  body: { message: 'The proof is added. The learner is told.', data: { _id: id, status: 'enrolled' } },
});

async function requestOf(id: string) {
  const [row] = await product.db.query(
    `SELECT r.status, r.enrolled_at, l.request_id IS NOT NULL AS has_login, f.added_by_id IS NOT NULL AS has_proof
     FROM requests r LEFT JOIN platform_logins l ON l.request_id = r.id LEFT JOIN proofs f ON f.request_id = r.id
     WHERE r.id = $1`,
    [id],
  );
  return row;
}

async function mailsAbout(id: string): Promise<number> {
  const [row] = await product.db.query(
    `SELECT count(*)::int AS n FROM outbox WHERE payload->>'mail' = 'enrolled' AND payload->>'id' = $1`,
    [id],
  );
  return row.n;
}

function setStatus(id: string, status: string) {
  return product.db.query('UPDATE requests SET status = $2 WHERE id = $1', [id, status]);
}

describe('a proof', () => {
  // ASVS 2.3.3
  it('enrols the learner, deletes the platform password and enqueues one mail in one transaction', async () => {
    const id = await bought();
    const before = { status: 'paid', enrolled_at: null, has_login: true, has_proof: false };
    expect(await requestOf(id)).toEqual(before);
    expect(await sendProof(url, sponsor, id, pdf())).toEqual(done(id));
    const after = { status: 'enrolled', enrolled_at: expect.any(Date), has_login: false, has_proof: true };
    expect(await requestOf(id)).toEqual(after);
    expect(await mailsAbout(id)).toBe(1);
  });

  it('cannot be replaced: a second one is rejected', async () => {
    const id = await bought();
    await sendProof(url, sponsor, id, pdf('The first'));
    const { enrolled_at: enrolledAt } = await requestOf(id);
    expect(await sendProof(url, sponsor, id, pdf('The second'))).toEqual({
      status: 409,
      body: { message: 'The enrolment is proved already, and stays as it is.' },
    });
    expect((await seeProof(url, sponsor, id)).data.includes('The first')).toBe(true);
    expect(await requestOf(id)).toMatchObject({ enrolled_at: enrolledAt });
    expect(await mailsAbout(id)).toBe(1);
  });

  // ASVS 2.3.4
  it('accepts one of four concurrent uploads', async () => {
    const id = await bought();
    const answers = await Promise.all(
      [0, 1, 2, 3].map((n) => sendProof(url, sponsor, id, pdf(`Number ${n}`))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await seeProof(url, sponsor, id)).data.includes(`Number ${winner}`)).toBe(true);
    expect(await mailsAbout(id)).toBe(1);
  });

  it.each([
    ['completed', 'The learner has finished this course: no proof is needed any more.'],
    ['refunded', 'This course is not paid for, so there is nothing to prove.'],
  ])('is rejected when the request is %s', async (status, message) => {
    const id = await bought();
    await setStatus(id, status);
    expect(await sendProof(url, sponsor, id, pdf())).toEqual({ status: 409, body: { message } });
    expect(await requestOf(id)).toMatchObject({ status, has_proof: false });
  });

  it('replaces the proof of a refunded payment', async () => {
    const id = await bought();
    await sendProof(url, sponsor, id, pdf('Of old'));
    await setStatus(id, 'paid');
    await product.db.query(
      `UPDATE purchases SET status = 'handed_over', redeemed_at = NULL WHERE request_id = $1`,
      [id],
    );
    expect((await seeProof(url, learner, id)).status).toBe(404);
    expect(await sendProof(url, sponsor, id, pdf('Of today'))).toEqual(done(id));
    expect((await seeProof(url, learner, id)).data.includes('Of today')).toBe(true);
  });

  it('sends another mail when another payment is proved', async () => {
    const id = await bought();
    await sendProof(url, sponsor, id, pdf('Of old'));
    await product.db.query(`UPDATE payments SET status = 'reversed' WHERE request_id = $1`, [id]);
    await setStatus(id, 'refunded');
    await product.db.query(`UPDATE requests SET status = 'pending', paid_at = NULL WHERE id = $1`, [id]);
    const second = await join(url, 'sponsor');
    const { access_code: accessCode, reference } = (await startPayment(url, second, id)).body.data.data;
    await press(product.sandbox.httpUrl, accessCode, 'pay');
    await callApi(url, verifyPayment, { query: { reference } }, second.token);
    await orderCourse(product, id);
    expect(await sendProof(url, second, id, pdf('Of today'))).toEqual(done(id));
    expect(await mailsAbout(id)).toBe(2);
  });
});

describe('adding one', () => {
  it('is allowed only to the sponsor who paid', async () => {
    const id = await bought();
    expect((await sendProof(url, undefined, id, pdf())).status).toBe(401);
    for (const who of [learner, await join(url, 'learner'), await join(url, 'sponsor')]) {
      expect(await sendProof(url, who, id, pdf())).toEqual({
        status: 404,
        body: { message: 'This sponsorship is not there.' },
      });
    }
    expect(await requestOf(id)).toMatchObject({ status: 'paid', has_proof: false });
  });

  it('is not allowed before the payment, nor after a refund', async () => {
    const open = await fileRequest(url, learner);
    expect((await sendProof(url, sponsor, open, pdf())).status).toBe(404);
    const id = await bought();
    await product.db.query(`UPDATE payments SET status = 'reversed' WHERE request_id = $1`, [id]);
    await setStatus(id, 'refunded');
    expect((await sendProof(url, sponsor, id, pdf())).status).toBe(404);
  });

  it.each([crypto.randomUUID(), 'x', '..%2f..%2fetc', '%00'])('responds with 404 for %s', async (id) => {
    expect((await sendProof(url, sponsor, id, pdf())).status).toBe(404);
    expect((await seeProof(url, sponsor, id)).status).toBe(404);
  });
});

describe('the file of a proof', () => {
  it('may have 524,288 bytes at most', async () => {
    const id = await bought();
    const [fits, over] = [pdf('Exactly', maxBytes), pdf('Too long', maxBytes + 1)];
    expect([fits.length, over.length]).toEqual([524_288, 524_289]);
    expect(await sendProof(url, sponsor, id, over)).toEqual({
      status: 413,
      body: { message: tooLarge, errors: { proof: tooLarge } },
    });
    expect(await sendProof(url, sponsor, id, fits)).toEqual(done(id));
    expect((await seeProof(url, sponsor, id)).data.includes('Exactly')).toBe(true);
  });

  // ASVS 1.3.4, 5.2.2
  it.each([
    ['HTML called .pdf', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 415],
    ['a WebP', webp, 415],
    ['nothing at all', Buffer.alloc(0), 415],
    ['only the first bytes of a PDF', Buffer.from('%PDF-1.7\n<script>alert(1)</script>'), 422],
    ['a PDF with a script', pdf('/JavaScript'), 422],
    ['only the first bytes of a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 422],
  ])('that is %s is rejected without a change', async (_, data, status) => {
    const id = await bought();
    const answer = await sendProof(url, sponsor, id, data);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([status, ['proof']]);
    if (status === 415) expect(answer.body.message).toBe(wrongType);
    expect(await requestOf(id)).toMatchObject({ status: 'paid', has_login: true, has_proof: false });
    expect(await mailsAbout(id)).toBe(0);
  });

  it('is required', async () => {
    const answer = await fetch(`${url}/api/course/add-proof/${await bought()}`, {
      method: 'POST',
      body: new FormData(),
      headers: { authorization: `Bearer ${sponsor.token}` },
    });
    expect([answer.status, (await answer.json()).message]).toEqual([422, missing]);
  });

  it.each(['png', 'jpeg'] as const)('that is a picture (%s) is re-encoded', async (format) => {
    const id = await bought();
    const picture = Buffer.concat([await drawing(format), Buffer.from('<script>alert(1)</script>')]);
    expect(await sendProof(url, sponsor, id, picture)).toEqual(done(id));
    const { data, headers } = await seeProof(url, learner, id);
    expect([headers.get('content-type'), data.includes('script')]).toEqual([`image/${format}`, false]);
    expect((await sharp(data).metadata()).format).toBe(format);
  });

  // ASVS 3.2.1, 5.4.1, 5.4.2
  it('is served with a fixed file name and headers that prevent script execution', async () => {
    const id = await bought();
    const name = 'canary"\r\nSet-Cookie: canary=1\r\n\r\n../../<script>.html';
    expect(await sendProof(url, sponsor, id, pdf(), { name, type: 'text/html' })).toEqual(done(id));
    const { headers } = await seeProof(url, learner, id);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="proof-of-enrolment.pdf"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(JSON.stringify([...headers])).not.toMatch(/canary/i);
  });
});

describe('viewing one', () => {
  it('is allowed to the learner and the sponsor who paid', async () => {
    const id = await bought();
    for (const who of [learner, sponsor]) expect((await seeProof(url, who, id)).status).toBe(404);
    await sendProof(url, sponsor, id, pdf('Canary of the proof'));
    for (const who of [learner, sponsor]) {
      const { status, data } = await seeProof(url, who, id);
      expect([status, data.includes('Canary of the proof')]).toEqual([200, true]);
    }
    expect((await seeProof(url, undefined, id)).status).toBe(401);
    for (const who of [await join(url, 'learner'), await join(url, 'sponsor')]) {
      const { status, data } = await seeProof(url, who, id);
      expect([status, data.includes('Canary')]).toEqual([404, false]);
    }
    await product.db.query(`UPDATE payments SET status = 'reversed' WHERE request_id = $1`, [id]);
    expect((await seeProof(url, sponsor, id)).status).toBe(404);
  });
});
