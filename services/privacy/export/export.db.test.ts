import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '#contracts/accounts/sign-in.ts';
import { downloadExport, prepareExport } from '#contracts/privacy/privacy.ts';
import {
  createEverything,
  type Everything,
  findText,
  type Marked,
} from '#tests/support/people/everything-about.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let all: Everything;
beforeAll(async () => {
  product = await startTestProduct();
  all = await createEverything(product);
});
afterAll(() => product?.close());

const prepare = ({ token, password }: SignedIn, currentPassword: string | undefined = password) =>
  callApi(product.url, prepareExport, { body: { currentPassword } }, token);
const download = ({ token }: SignedIn, ticket?: string) =>
  callApi(product.url, downloadExport, { query: ticket ? { ticket } : {} }, token);

async function filesOf(person: SignedIn): Promise<Record<string, string>> {
  const { ticket } = (await prepare(person)).body.data;
  const response = await download(person, ticket);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename=courselift-my-data.zip');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const zipped = new Uint8Array(await (response.body as unknown as Blob).arrayBuffer());
  return Object.fromEntries(
    Object.entries(unzipSync(zipped)).map(([name, data]) => [name, Buffer.from(data).toString('utf8')]),
  );
}

async function canariesOf({ mark }: Marked): Promise<string[]> {
  const values = await findText(product.db, mark);
  return [...new Set(values.flatMap(({ text }) => text.match(new RegExp(`${mark}[\\w -]*`, 'g')) ?? []))];
}

describe('the export of a person', () => {
  it.each(['learner', 'sponsor'] as const)(
    'has every private text of a %s, and none of the other',
    async (role) => {
      const person = all[role];
      const files = await filesOf(person);
      const texts = Object.values(files).join('\n');
      const canaries = await canariesOf(person);
      expect(canaries.length).toBeGreaterThan(15);
      expect(canaries.filter((canary) => !texts.includes(canary))).toEqual([]);
      const other = all[role === 'learner' ? 'sponsor' : 'learner'];
      // About both are the proof of an enrolment, which the sponsor uploaded, and the learner's words that reached the sponsor.
      expect(texts.match(new RegExp(`${other.mark}(?! proof| thanks)[^"<]*`, 'g'))).toBeNull();
      expect(texts).not.toMatch(new RegExp(`${other.id}|argon2|platform-secret-1`));
    },
  );

  it('has the documents as files, the data as JSON and a page to read', async () => {
    const files = await filesOf(all.learner);
    expect(files['files/profile-pictures-1.webp'] ?? files['files/profile-pictures-1.jpg']).toContain(
      'picture',
    );
    expect(files['files/certificates-1.pdf']).toBe(`${all.learner.mark} certificate`);
    const [request] = JSON.parse(files['data/requests.json'] ?? '');
    expect(request).toMatchObject({ id: all.requestId, motivation: `${all.learner.mark} reason` });
    expect(files['index.html']).toContain('<h2>Your requests</h2>');
    expect(files['index.html']).toContain('href="files/certificates-1.pdf"');
  });

  it('has the bank details that the sponsor left for a refund', async () => {
    const files = await filesOf(all.sponsor);
    expect(files['data/refund-accounts.json']).toContain(`${all.sponsor.mark} bank`);
  });

  it('escapes texts on the page to read', async () => {
    const person = await join(product.url, 'learner');
    await product.db.query('UPDATE users SET phone_number = $2 WHERE email = $1', [person.email, '<b>x']);
    expect((await filesOf(person))['index.html']).toContain('<dd>&lt;b&gt;x</dd>');
  });

  it('has nothing that belongs to the owner of an address that is not confirmed', async () => {
    const email = 'owner@people.example';
    await product.db.query('INSERT INTO subscribers (email) VALUES ($1)', [email]);
    const person = await join(product.url, 'learner', { email });
    expect(Object.keys(await filesOf(person))).not.toContain('data/subscribers.json');
  });
});

describe('before the download', () => {
  it('a wrong password is refused', async () => {
    const message = 'This is not your current password.';
    const response = await prepare(all.learner, 'wrong');
    expect([response.status, response.body]).toEqual([
      422,
      { message, errors: { currentPassword: message } },
    ]);
  });

  it('an old sign-in needs a ticket of its own session', async () => {
    const [owner, other] = [await join(product.url, 'learner'), await join(product.url, 'learner')];
    expect((await download(owner)).status).toBe(200);
    const start = (age: string) =>
      product.db.query('UPDATE sessions SET created_at = now() - $1::interval', [age]);
    await start('14 minutes');
    expect((await download(owner)).status).toBe(200);
    await start('16 minutes');
    expect((await download(owner)).status).toBe(403);
    const { ticket } = (await prepare(owner)).body.data;
    const { email, password } = owner;
    const { token } = (await callApi(product.url, signIn, { body: { email, password } })).body.data;
    await start('16 minutes');
    expect((await download({ ...owner, token }, ticket)).status).toBe(403);
    expect((await download(other, ticket)).status).toBe(403);
    expect((await download(owner, `${ticket}x`)).status).toBe(403);
    expect((await download(owner, ticket)).status).toBe(200);
  });

  it('a ticket is valid for 5 minutes', async () => {
    const { ticket } = (await prepare(all.learner)).body.data;
    const claims = JSON.parse(Buffer.from(ticket.split('.')[1] ?? '', 'base64url').toString('utf8'));
    // In whole seconds.
    expect(Math.abs(claims.exp - claims.iat - 300)).toBeLessThanOrEqual(1);
  });

  it('a person without a password signs in again', async () => {
    const person = await join(product.url, 'learner');
    await product.db.query('UPDATE users SET password_hash = NULL WHERE email = $1', [person.email]);
    const send = () => callApi(product.url, prepareExport, { body: {} }, person.token);
    expect((await send()).status).toBe(200);
    await product.db.query("UPDATE sessions SET created_at = now() - interval '16 minutes'");
    expect((await send()).status).toBe(403);
  });
});
