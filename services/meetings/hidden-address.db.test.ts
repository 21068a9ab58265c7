import { afterAll, beforeAll, expect, it } from 'vitest';
import { changePrivacy, getProfile } from '#contracts/accounts/profile.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { dayMs } from '#contracts/durations.ts';
import {
  arrangeMeeting,
  changeMeeting,
  getSponsorship,
  notifyMeeting,
} from '#contracts/funding/sponsorships.ts';
import { parseSender } from '#services/platform/email/mail-address.ts';
import { meetingMailTo } from '#tests/funding/meeting-mails.ts';
import { readInvitation } from '#tests/support/mails/invitations.ts';
import { fileRequest, join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
let sponsor: SignedIn;
let id: string;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  learner = await join(product.url, 'learner');
  sponsor = await join(product.url, 'sponsor');
  id = await fileRequest(product.url, learner);
});
afterAll(() => product?.close());

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

async function hide(hidesEmail: boolean): Promise<void> {
  const { status } = await callApi(product.url, changePrivacy, { body: { hidesEmail } }, learner.token);
  expect(status).toBe(200);
}

function notify(email?: string) {
  const body = { requestId: id, ...(email && { email }) };
  return callApi(product.url, notifyMeeting, { body }, sponsor.token);
}

it('a learner’s hidden address is in no response to a sponsor, and cannot be guessed', async () => {
  await hide(true);
  expect((await callApi(product.url, getProfile, {}, learner.token)).body.data.hidesEmail).toBe(true);
  const body = { startsAt: inDays(1) };
  const arranged = await callApi(product.url, arrangeMeeting, { params: { id }, body }, sponsor.token);
  expect([arranged.status, arranged.body.data.learner.email]).toEqual([200, null]);
  const shown = [
    arranged,
    await callApi(product.url, getSponsorship, { params: { id } }, sponsor.token),
    await callApi(product.url, getDashboard, { query: {} }, sponsor.token),
  ];
  expect(JSON.stringify(shown)).not.toContain(learner.email);
  expect([(await notify(learner.email)).status, (await notify('x@people.example')).status]).toEqual([
    404, 404,
  ]);
});

it('the invitations come from us, name their reader alone, and have no address to reply to', async () => {
  expect((await notify()).status).toBe(202);
  const ours = parseSender(product.config.mail.from).address;
  for (const [reader, other] of [
    [learner, sponsor],
    [sponsor, learner],
  ] as const) {
    const mail = await meetingMailTo(product, reader, 'Meeting');
    const invitation = readInvitation(mail);
    expect(invitation?.organizer.toLowerCase()).toBe(`mailto:${ours}`);
    expect(invitation?.attendees).toEqual([`mailto:${reader.email}`]);
    expect(mail.headers['reply-to']).toBeUndefined();
    const calendar = mail.attachments.map(({ content }) => Buffer.from(content, 'base64').toString());
    expect(`${JSON.stringify(mail)}${calendar}`).not.toContain(other.email);
  }
});

it('a learner who shows the address again shares it with the next change', async () => {
  await hide(false);
  const body = { startsAt: inDays(2) };
  const changed = await callApi(product.url, changeMeeting, { params: { id }, body }, sponsor.token);
  expect(changed.body.data.learner.email).toBe(learner.email);
  const invitation = readInvitation(await meetingMailTo(product, sponsor, 'Changed'));
  expect(invitation?.organizer.toLowerCase()).toBe(`mailto:${sponsor.email}`);
  expect(invitation?.attendees.sort()).toEqual([`mailto:${learner.email}`, `mailto:${sponsor.email}`].sort());
});
