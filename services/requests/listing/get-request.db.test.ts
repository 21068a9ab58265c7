import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrangeMeeting, getSponsorship } from '#contracts/funding/sponsorships.ts';
import { getRequest, listRequests } from '#contracts/requests/listing.ts';
import { confirmEmail, idOf } from '#tests/security/support/accounts.ts';
import { fileRequest, join, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let invited: SignedIn;
let open: string;
beforeAll(async () => {
  product = await startTestProduct();
  learner = await join(product.url, 'learner', { fullName: 'Adaeze Canarylast' });
  sponsor = await join(product.url, 'sponsor');
  invited = await join(product.url, 'sponsor');
  await confirmEmail(product, invited);
  open = await fileRequest(product.url, learner, { socials: 'https://social.example/canaryadaeze' });
});
afterAll(() => product?.close());

const look = (who: SignedIn, id: string, fair?: 'on') =>
  callApi(product.url, getRequest, { params: { id }, query: { ...(fair && { fair }) } }, who.token);
const looks = async (id: string) =>
  (await product.db.query('SELECT count(*)::int AS n FROM request_views WHERE request_id = $1', [id]))[0].n;

describe('one request by its id', () => {
  it('equals the listed request, and records the first view of each sponsor', async () => {
    const listed = await callApi(product.url, listRequests, { query: {} }, sponsor.token);
    const answer = await look(sponsor, open);
    expect(answer.body.data).toEqual(listed.body.data.find(({ _id }) => _id === open));
    await Promise.all([look(sponsor, open), look(sponsor, open)]);
    expect(await looks(open)).toBe(1);
    await look(invited, open);
    expect(await looks(open)).toBe(2);
  });

  it('returns the same 404 to a sponsor who is not invited as for an unknown id', async () => {
    const secret = await fileRequest(product.url, learner, {
      isPublic: false,
      isPrivate: true,
      recipientEmails: [invited.email],
    });
    const [hidden, never] = [await look(sponsor, secret), await look(sponsor, crypto.randomUUID())];
    expect([hidden.status, hidden.body]).toEqual([404, never.body]);
    expect((await look(invited, secret)).status).toBe(200);
    expect(await looks(secret)).toBe(1);
  });

  it('is returned after it was funded only to the sponsor who paid, and to no sponsor once withdrawn', async () => {
    const id = await fileRequest(product.url, learner);
    const begun = async (who: SignedIn) => {
      await startPayment(product.url, who, id);
      await product.db.query(`UPDATE requests SET reserved_until = now() WHERE id = $1`, [id]);
    };
    const [gaveUp, late] = [await join(product.url, 'sponsor'), await join(product.url, 'sponsor')];
    for (const who of [gaveUp, late, invited]) await begun(who);
    const become = async (who: SignedIn, status: string) =>
      product.db.query(
        `UPDATE payments SET status = $2, receipt_number = nextval('receipt_numbers'), settled_at = now()
         WHERE payer_id = $1`,
        [await idOf(product, who), status],
      );
    await become(gaveUp, 'abandoned');
    await become(late, 'refund_due');
    await become(invited, 'approved');
    await product.db.query(`UPDATE requests SET status = 'enrolled', paid_at = now() WHERE id = $1`, [id]);
    const told = async (who: SignedIn) => (await look(who, id)).body.data?.status;
    expect(await Promise.all([sponsor, gaveUp, late, invited].map(told))).toEqual([
      undefined,
      undefined,
      'paid',
      'enrolled',
    ]);
    await product.db.query(`UPDATE requests SET status = 'withdrawn', paid_at = NULL WHERE id = $1`, [id]);
    expect([(await look(sponsor, id)).status, (await look(invited, id)).status]).toEqual([404, 404]);
  });
});

describe('the sponsorship of a withdrawn request', () => {
  const state = (who: SignedIn, id: string) =>
    callApi(product.url, getSponsorship, { params: { id } }, who.token);

  it('is a 404 for a sponsor without a payment, also after a meeting, and shows a payer no e-mail address', async () => {
    const id = await fileRequest(product.url, learner);
    const payer = await join(product.url, 'sponsor');
    await confirmEmail(product, payer);
    for (const who of [invited, payer])
      expect(
        (await callApi(product.url, arrangeMeeting, { params: { id }, body: {} }, who.token)).status,
      ).toBe(200);
    await startPayment(product.url, payer, id);
    expect((await state(invited, id)).body.data?.meeting).not.toBeNull();
    await product.db.query("UPDATE requests SET status = 'withdrawn' WHERE id = $1", [id]);
    expect([(await state(invited, id)).status, (await state(sponsor, id)).status]).toEqual([404, 404]);
    const { status, body } = await state(payer, id);
    expect([status, body.data?.meeting, body.data?.payment?.status]).toEqual([200, null, 'pending']);
    expect(JSON.stringify(body)).not.toContain(learner.email);
  });
});

describe('with names and photos off', () => {
  it('omits name, picture, socials and e-mail, also after a meeting', async () => {
    const meet = { params: { id: open }, body: {} };
    expect((await callApi(product.url, arrangeMeeting, meet, sponsor.token)).status).toBe(200);
    expect(JSON.stringify((await look(sponsor, open)).body)).toContain(learner.email);
    const list = await callApi(product.url, listRequests, { query: { fair: 'on' } }, sponsor.token);
    expect(list.body.data.length).toBeGreaterThan(0);
    const text = JSON.stringify([list.body, (await look(sponsor, open, 'on')).body]).toLowerCase();
    const person = await idOf(product, learner);
    expect(JSON.stringify((await look(sponsor, open)).body)).toContain(person);
    for (const canary of ['canarylast', 'adaeze', 'picture?', learner.email, '/api/user/', person])
      expect([canary, text.includes(canary)]).toEqual([canary, false]);
  });
});

describe('an invalid query', () => {
  it.each([
    [{ min: 5 }, 'currency'],
    [{ sort: 'closest' as const, near: 5 }, 'currency'],
    [{ sort: 'closest' as const, currency: 'USD' as const }, 'near'],
    [{ currency: 'USD' as const, max: 'much' }, 'max'],
    [{ currency: 'USD' as const, max: -1 }, 'max'],
    [{ currency: 'USD' as const, max: 1e300 }, 'max'],
    [{ currency: 'BTC' }, 'currency'],
    [{ sort: 'dearest' }, 'sort'],
  ])('is rejected: %j', async (query, field) => {
    const answer = await callApi(product.url, listRequests, { query: query as object }, sponsor.token);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
  });
});
