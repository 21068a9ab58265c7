import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listInvitations, resendInvitation, revokeInvitation } from '#contracts/requests/invitations.ts';
import { listRequests } from '#contracts/requests/listing.ts';
import { editRequest } from '#contracts/requests/requests.ts';
import { confirmEmail } from '#tests/security/support/accounts.ts';
import { fileRequest, join, mailsTo, requestBody, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patienceMs, patient } from '#tests/support/soon.ts';

let product: TestProduct;
let learner: SignedIn;
let guest: SignedIn;
let id: string;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  learner = await join(product.url, 'learner');
  guest = await join(product.url, 'sponsor');
  await confirmEmail(product, learner);
  await confirmEmail(product, guest);
});
beforeEach(async () => {
  const recipientEmails = [guest.email, 'aunt@people.example'];
  id = await fileRequest(product.url, learner, { isPrivate: true, isPublic: false, recipientEmails });
});
afterAll(() => product?.close());

async function invitations(who = learner) {
  return (await callApi(product.url, listInvitations, { params: { id } }, who.token)).body.data;
}

async function invitationTo(email: string) {
  const invitation = (await invitations()).find((entry) => entry.email === email);
  if (!invitation) throw new Error(`${email} is not invited`);
  return invitation;
}

const resend = (invitationId: string, who = learner) =>
  callApi(product.url, resendInvitation, { params: { id, invitationId } }, who.token);
const revoke = (invitationId: string, who = learner) =>
  callApi(product.url, revokeInvitation, { params: { id, invitationId } }, who.token);

async function isListed(): Promise<boolean> {
  const { body } = await callApi(product.url, listRequests, { query: { limit: 50 } }, guest.token);
  return body.data.some(({ _id }) => _id === id);
}

/** Waits until the invitation has gone out. */
const sent = (email: string) =>
  vi.waitFor(async () => {
    const invitation = await invitationTo(email);
    expect(invitation.sentAt).not.toBeNull();
    return invitation;
  }, patient);

const later = (invitationId: string) =>
  product.db.query(
    `UPDATE request_recipients SET invited_at = invited_at - interval '1 hour', resent_at = resent_at - interval '1 hour'
     WHERE id = $1`,
    [invitationId],
  );

describe('sending an invitation again', () => {
  it('is possible after an hour, three times in all', async () => {
    const before = (await mailsTo(product.sandbox.httpUrl, guest.email)).length;
    const { _id } = await sent(guest.email);
    const early = await resend(_id);
    expect([early.status, early.body.message]).toEqual([
      409,
      'This invitation was sent not long ago. Please try again in 60 minutes.',
    ]);
    for (let time = 0; time < 3; time += 1) {
      await later(_id);
      expect((await resend(_id)).status).toBe(202);
      await vi.waitFor(
        async () =>
          expect(await mailsTo(product.sandbox.httpUrl, guest.email)).toHaveLength(before + 1 + time + 1),
        patient,
      );
      await vi.waitFor(async () => {
        const [row] = await product.db.query(
          `SELECT count(*)::int AS open FROM outbox WHERE job = 'mail.deliver' AND closed_at IS NULL`,
        );
        expect(row.open).toBe(0);
      }, patienceMs);
    }
    await later(_id);
    expect((await resend(_id)).body.message).toBe('This invitation was sent as often as we do.');
    expect((await invitationTo(guest.email)).resendableAt).toBeNull();
  });

  it('requires the learner’s own address to be confirmed', async () => {
    await sent(guest.email);
    const { _id } = await invitationTo(guest.email);
    await later(_id);
    await product.db.query('UPDATE users SET email_verified_at = NULL WHERE email = $1', [learner.email]);
    const refused = await resend(_id);
    await product.db.query('UPDATE request_recipients SET invited_at = NULL WHERE id = $1', [_id]);
    expect((await invitationTo(guest.email)).isWaiting).toBe(true);
    await confirmEmail(product, learner);
    expect(await invitationTo(guest.email)).toMatchObject({ sentAt: null, isWaiting: false });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Invitations go out as soon as you have confirmed your own email address.',
    ]);
  });
});

describe('inviting a removed recipient again', () => {
  const invite = (...recipientEmails: string[]) =>
    callApi(
      product.url,
      editRequest,
      {
        params: { id },
        body: { ...requestBody(), isPrivate: true, isPublic: false, recipientEmails } as never,
      },
      learner.token,
    );
  const count = async () => (await mailsTo(product.sandbox.httpUrl, guest.email)).length;
  const allDelivered = () =>
    vi.waitFor(async () => {
      const [row] = await product.db.query(
        `SELECT count(*)::int AS open FROM outbox WHERE job = 'mail.deliver' AND closed_at IS NULL`,
      );
      expect(row.open).toBe(0);
    }, patient);

  it('does not reset the pause or the maximum', async () => {
    const { _id, sentAt } = await sent(guest.email);
    await allDelivered();
    const before = await count();
    expect((await revoke(_id)).status).toBe(200);
    expect(await isListed()).toBe(false);
    await invite(guest.email, 'aunt@people.example');
    await allDelivered();
    const again = await invitationTo(guest.email);
    expect([await isListed(), await count(), again.sentAt]).toEqual([true, before, sentAt]);
    expect((await resend(again._id)).status).toBe(409);

    for (let time = 1; time <= 4; time += 1) {
      await later((await invitationTo(guest.email))._id);
      await invite('aunt@people.example');
      await invite(guest.email, 'aunt@people.example');
      await allDelivered();
      expect(await count()).toBe(before + Math.min(time, 3));
    }
    expect((await invitationTo(guest.email)).resendableAt).toBeNull();
  });

  it('mails an address that got no mail before', async () => {
    await sent(guest.email);
    await invite(guest.email);
    await product.db.query('UPDATE request_recipients SET invited_at = NULL WHERE request_id = $1', [id]);
    const before = await count();
    await invite('aunt@people.example');
    await invite(guest.email);
    await vi.waitFor(async () => expect(await count()).toBe(before + 1), patient);
  });

  it('stores no address of a removed recipient', async () => {
    await revoke((await sent(guest.email))._id);
    const [row] = await product.db.query(
      `SELECT coalesce(string_agg(t::text, ''), '') AS text FROM former_recipients t WHERE request_id = $1`,
      [id],
    );
    expect([row.text.includes(id), row.text.includes('@')]).toEqual([true, false]);
  });
});

describe('revoking an invitation', () => {
  it('hides the request from its address, and rejects revoking the last one of a private request', async () => {
    expect(await isListed()).toBe(true);
    expect((await revoke((await invitationTo(guest.email))._id)).status).toBe(200);
    expect([await isListed(), (await invitations()).map(({ email }) => email)]).toEqual([
      false,
      ['aunt@people.example'],
    ]);
    const last = await revoke((await invitationTo('aunt@people.example'))._id);
    expect([last.status, last.body.message]).toEqual([409, expect.stringMatching(/^Nobody else is invited/)]);
  });

  it('leaves a public request public only', async () => {
    await product.db.query('UPDATE requests SET is_public = true WHERE id = $1', [id]);
    for (const { _id } of await invitations()) await revoke(_id);
    const [row] = await product.db.query('SELECT is_private FROM requests WHERE id = $1', [id]);
    expect(row.is_private).toBe(false);
  });

  it('is rejected once the request is paid', async () => {
    const { _id } = await invitationTo(guest.email);
    await product.db.query(`UPDATE requests SET status = 'paid', paid_at = now() WHERE id = $1`, [id]);
    expect([(await revoke(_id)).status, (await resend(_id)).status]).toEqual([409, 409]);
  });
});

it('rejects reading, resending and revoking by another user or through another request', async () => {
  const other = await join(product.url, 'learner');
  const { _id } = await invitationTo(guest.email);
  const read = await callApi(product.url, listInvitations, { params: { id } }, other.token);
  expect([read.status, (await resend(_id, other)).status, (await revoke(_id, other)).status]).toEqual([
    404, 404, 404,
  ]);
  id = await fileRequest(product.url, learner);
  expect([(await resend(_id)).status, (await revoke(_id)).status]).toEqual([404, 404]);
});

// ASVS 2.3.2
it('limits invitations to 20 a day over all edits', async () => {
  const strict = await startTestProduct({ RATE_LIMIT_FACTOR: '1' });
  try {
    const asking = await join(strict.url, 'learner');
    const ten = (from: number) => ({
      isPrivate: true,
      recipientEmails: Array.from({ length: 10 }, (_, n) => `r${from + n}@people.example`),
    });
    await fileRequest(strict.url, asking, ten(0));
    const second = await fileRequest(strict.url, asking, ten(10));
    const body = { ...requestBody(), isPrivate: true, recipientEmails: ['one@people.example'] } as never;
    const edited = await callApi(strict.url, editRequest, { params: { id: second }, body }, asking.token);
    expect(edited.status).toBe(429);
    await expect(fileRequest(strict.url, asking, ten(20))).rejects.toThrow(
      'returned 429: You can invite 20 people a day. Please try again tomorrow.',
    );
  } finally {
    await strict.close();
  }
});
