import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DrawRecord, verifyDraw } from '#contracts/funding/draw-rules.ts';
import { drawDay, revealDraw, startDraw } from '#contracts/funding/draws.ts';
import { purgeTable } from '#services/privacy/retention.ts';
import { confirmEmail } from '#tests/security/support/accounts.ts';
import { fileRequest, join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let invited: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  invited = await join(product.url, 'sponsor');
  await confirmEmail(product, invited);
});
afterAll(() => product?.close());

const nonce = () => randomBytes(32).toString('hex');

async function start({ token }: SignedIn) {
  return (await callApi(product.url, startDraw, {}, token)).body.data;
}

async function draw(who: SignedIn): Promise<DrawRecord> {
  const { token } = who;
  const { _id: id, commitment, days } = await start(who);
  const params = { id };
  const [firstNonce, secondNonce] = [nonce(), nonce()];
  const first = await callApi(product.url, drawDay, { params, body: { nonce: firstNonce } }, token);
  const last = await callApi(product.url, revealDraw, { params, body: { nonce: secondNonce } }, token);
  return { commitment, days, firstNonce, secondNonce, ...first.body.data, ...last.body.data };
}

/** Draws one after the other: a sponsor has one draw open at a time. */
async function drawTimes(who: SignedIn, times: number): Promise<DrawRecord[]> {
  const drawn: DrawRecord[] = [];
  while (drawn.length < times) drawn.push(await draw(who));
  return drawn;
}

/** How many wait as the draw says, against how many there are. */
async function counted(who: SignedIn): Promise<[number, number]> {
  const { days } = await start(who);
  const open = await product.db.query(
    `SELECT count(*)::int AS n FROM requests WHERE status IN ('pending', 'reserved') AND is_public`,
  );
  return [days.reduce((sum, { n }) => sum + n, 0), open[0].n];
}

describe('a draw', () => {
  it('is rejected with 409 when no request is open', async () => {
    const answer = await callApi(product.url, startDraw, {}, sponsor.token);
    expect([answer.status, answer.body.message]).toEqual([409, 'No learners available to sponsor.']);
  });

  it('can be verified from its record, and a changed record fails the verification', async () => {
    for (const days of [0, 3, 90]) {
      const id = await fileRequest(product.url, learner);
      await product.db.query(`UPDATE requests SET created_at = now() - $2 * interval '1 day' WHERE id = $1`, [
        id,
        days,
      ]);
    }
    const record = await draw(sponsor);
    expect(record.days.map(({ n, weight }) => [n, weight])).toEqual([
      [1, 61],
      [1, 4],
      [1, 1],
    ]);
    expect(await verifyDraw(record)).toBe(true);
    const others = record.days.filter(({ day }) => day !== record.day);
    for (const forged of [
      { seed: nonce() },
      { winner: crypto.randomUUID() },
      { day: others[0]?.day ?? '' },
      { candidates: [...record.candidates, crypto.randomUUID()] },
      { days: [...record.days, { day: '2020-01-01', n: 5_000, weight: 61 }] },
    ])
      expect(await verifyDraw({ ...record, ...forged })).toBe(false);
  });

  // ASVS 2.3.1
  it('allows each step once, in order, and only to the sponsor who started it', async () => {
    const { _id: id } = await start(sponsor);
    const call = (contract: typeof drawDay | typeof revealDraw, who = sponsor) =>
      callApi(product.url, contract, { params: { id }, body: { nonce: nonce() } }, who.token);
    expect((await call(revealDraw)).status).toBe(409);
    expect((await call(drawDay, invited)).status).toBe(404);
    expect((await call(drawDay)).status).toBe(200);
    expect((await call(drawDay)).status).toBe(409);
    expect((await call(revealDraw, invited)).status).toBe(404);
    expect((await call(revealDraw)).status).toBe(200);
    expect((await call(revealDraw)).status).toBe(409);
  });

  it('replaces the open draw of the same sponsor', async () => {
    const begun = await Promise.all(Array.from({ length: 5 }, () => start(sponsor)));
    const days = await Promise.all(
      begun.map(({ _id: id }) =>
        callApi(product.url, drawDay, { params: { id }, body: { nonce: nonce() } }, sponsor.token),
      ),
    );
    expect(days.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    const winner = begun[days.findIndex(({ status }) => status === 200)]?._id ?? '';
    const next = await start(sponsor);
    const last = await callApi(
      product.url,
      revealDraw,
      { params: { id: winner }, body: { nonce: nonce() } },
      sponsor.token,
    );
    expect([last.status, last.body.message]).toEqual([
      404,
      'You have begun another draw. Please draw again.',
    ]);
    expect(next._id).not.toBe(winner);
  });

  it('is rejected when a request was added or funded after the commitment', async () => {
    const { _id: id } = await start(sponsor);
    await product.db.query(`UPDATE requests SET status = 'withdrawn'`);
    const answer = await callApi(
      product.url,
      drawDay,
      { params: { id }, body: { nonce: nonce() } },
      sponsor.token,
    );
    expect(answer.status).toBe(409);
    await product.db.query(`UPDATE requests SET status = 'pending'`);
  });

  it('excludes requests reserved by another sponsor until the reservation expires', async () => {
    await product.db.query('UPDATE requests SET created_at = now()');
    const [before] = await counted(sponsor);
    const taken = await fileRequest(product.url, learner);
    const reserve = (until: string) =>
      product.db.query(
        `UPDATE requests SET status = 'reserved', reserved_until = ${until},
           reserved_by_id = (SELECT id FROM users WHERE email = $2) WHERE id = $1`,
        [taken, invited.email],
      );
    await reserve(`now() + interval '15 minutes'`);
    const record = await draw(sponsor);
    expect(record.candidates).toHaveLength(before);
    expect(record.candidates).not.toContain(taken);
    expect(await verifyDraw(record)).toBe(true);
    expect((await draw(invited)).candidates).toContain(taken);

    const { _id: id } = await start(sponsor);
    await reserve('now()');
    const params = { id };
    const body = { nonce: nonce() };
    const { data } = (await callApi(product.url, drawDay, { params, body }, sponsor.token)).body;
    // The reservation ran out after the commitment: the committed counts still apply.
    expect(data.candidates).toHaveLength(before);
    expect((await draw(sponsor)).candidates).toContain(taken);

    const late = await start(sponsor);
    await reserve(`now() + interval '15 minutes'`);
    const again = { params: { id: late._id }, body };
    expect((await callApi(product.url, drawDay, again, sponsor.token)).status).toBe(409);
    await product.db.query(`UPDATE requests SET status = 'withdrawn' WHERE id = $1`, [taken]);
  });

  it('never picks a request whose payments are paused, also when they are paused during the draw', async () => {
    await product.db.query('UPDATE requests SET created_at = now()');
    const [before] = await counted(sponsor);
    const [open, reserved] = [
      await fileRequest(product.url, learner),
      await fileRequest(product.url, learner),
    ] as const;
    const hold = (holds: string[], ids: string[]) =>
      product.db.query('UPDATE requests SET holds = $1 WHERE id = ANY ($2)', [holds, ids]);
    await product.db.query(
      `UPDATE requests SET status = 'reserved', reserved_until = now() + interval '15 minutes',
         reserved_by_id = (SELECT id FROM users WHERE email = $2) WHERE id = $1`,
      [reserved, invited.email],
    );
    await hold(['frozen'], [open, reserved]);
    const record = await draw(sponsor);
    expect(record.candidates).toHaveLength(before);
    expect(await verifyDraw(record)).toBe(true);
    expect((await draw(invited)).candidates).toHaveLength(before);
    const day = (id: string) =>
      callApi(product.url, drawDay, { params: { id }, body: { nonce: nonce() } }, sponsor.token);
    const reveal = (id: string) =>
      callApi(product.url, revealDraw, { params: { id }, body: { nonce: nonce() } }, sponsor.token);

    await hold([], [open]);
    const late = await start(sponsor);
    await hold(['frozen'], [open]);
    expect((await day(late._id)).status).toBe(409);

    await hold([], [open]);
    const later = await start(sponsor);
    const { candidates } = (await day(later._id)).body.data;
    await hold(['frozen'], candidates);
    const paused = await reveal(later._id);
    expect([paused.status, paused.body.message]).toEqual([
      409,
      'Payments for the drawn request were paused in this moment. Please draw again.',
    ]);
    // The draw is over: a second nonce cannot draw another of the candidates.
    await hold([], candidates);
    expect((await reveal(later._id)).status).toBe(409);
    await product.db.query(`UPDATE requests SET status = 'withdrawn', holds = '{}' WHERE id = ANY ($1)`, [
      [open, reserved],
    ]);
  });

  it('is deleted after the retention period, not before', async () => {
    await drawTimes(sponsor, 2);
    const [{ total }] = await product.db.query('SELECT count(*)::int AS total FROM draws');
    const age = (days: number) =>
      product.db.query(
        `UPDATE draws SET created_at = now() - $1 * interval '1 day'
         WHERE id = (SELECT id FROM draws WHERE second_nonce IS NOT NULL ORDER BY created_at DESC LIMIT 1)`,
        [days],
      );
    await age(31);
    await age(29);
    expect(await purgeTable(product.db, 'draws', new Date())).toBe(1);
    expect(await purgeTable(product.db, 'draws', new Date())).toBe(0);
    expect(await product.db.query('SELECT count(*)::int AS total FROM draws')).toEqual([
      { total: total - 1 },
    ]);
  });

  it('includes a private request only for invited sponsors', async () => {
    // All requests are of one day, so that each draw lists every possible candidate.
    await product.db.query('UPDATE requests SET created_at = now()');
    const [before] = await counted(sponsor);
    const secret = await fileRequest(product.url, learner, {
      isPublic: false,
      isPrivate: true,
      recipientEmails: [invited.email],
    });
    expect((await counted(sponsor))[0]).toBe(before);
    expect((await counted(invited))[0]).toBe(before + 1);
    const seen = JSON.stringify(await drawTimes(sponsor, 10));
    expect(seen).not.toContain(secret);
    const drawn = await drawTimes(invited, 10);
    expect(drawn.every(({ candidates }) => candidates.includes(secret))).toBe(true);
    for (const record of drawn) expect(await verifyDraw(record)).toBe(true);
  });

  it('counts correctly after every change of requests and after compaction', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await product.db.query(
        `INSERT INTO requests (learner_id, course_title, platform, link, price_minor, currency, duration,
           duration_unit, motivation, socials, delivery, is_public, is_private, created_at)
         SELECT learner_id, course_title, platform, link, price_minor, currency, duration, duration_unit, motivation,
           socials, delivery, i % 3 > 0, i % 3 = 0, now() - (i % 70) * interval '1 day'
         FROM (SELECT * FROM requests LIMIT 1) AS one, generate_series(1, 300) AS i`,
      );
      await product.db.query(`UPDATE requests SET status = 'withdrawn' WHERE random() < 0.2`);
      await product.db.query(`UPDATE requests SET is_public = true WHERE random() < 0.2`);
      await product.db.query(`UPDATE requests SET status = 'pending' WHERE random() < 0.2`);
      await product.db.query(
        `UPDATE requests SET status = 'reserved', reserved_until = now() WHERE status = 'pending' AND random() < 0.2`,
      );
      await product.db.query(`DELETE FROM requests WHERE random() < 0.1`);
      const [told, open] = await counted(sponsor);
      expect(told).toBe(open);
    }
    const [{ n }] = await product.db.query('SELECT count(*)::int AS n FROM open_request_changes');
    expect(n).toBeLessThan(500);
    await product.db.query(`UPDATE requests SET status = 'withdrawn'`);
    expect((await callApi(product.url, startDraw, {}, sponsor.token)).status).toBe(409);
  });
});
