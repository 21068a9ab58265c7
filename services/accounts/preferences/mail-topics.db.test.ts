import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  applyMailLink,
  listMailTopics,
  oneClickUnsubscribeTopic,
  readMailLink,
  switchMailTopic,
} from '#contracts/accounts/mail-settings.ts';
import { type MailTopic, topicsOfRole } from '#contracts/accounts/mail-topics.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail, mailNames, mails } from '#services/platform/email/mail.jobs.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { links } from '#services/platform/tokens/links.ts';
import { confirmEmail, idOf } from '#tests/security/support/accounts.ts';
import {
  fileRequest,
  join,
  mailsTo,
  type ReceivedMail,
  type SignedIn,
} from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { patient } from '#tests/support/soon.ts';
import { decideMailDelivery } from './mail-topics.ts';

let product: TestProduct;
let learner: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  await product.startWorkers();
  learner = await join(product.url, 'learner');
  await confirmEmail(product, learner);
});
afterAll(() => product?.close());

const linkOf = async (who: SignedIn, topic: MailTopic) =>
  links.mailTopic.sign({ kind: 'user', sub: await idOf(product, who), topic }, product.config);
const stateOf = async (token: string) =>
  (await callApi(product.url, readMailLink, { query: { token } })).body.data.isOn;
const choose = (to: string) =>
  decideMailDelivery('meeting-for-learner', to, { manager: product.db.manager, config: product.config });

/** Submits a private request and returns the mails to its invitees once `count` have arrived. */
async function invite(email: string, count: number): Promise<ReceivedMail[]> {
  await fileRequest(product.url, learner, { isPrivate: true, recipientEmails: [email] });
  return vi.waitFor(async () => {
    const mails = await mailsTo(product.sandbox.httpUrl, email);
    expect(mails).toHaveLength(count);
    return mails;
  }, patient);
}

describe('the mail topics of an account', () => {
  it.each(['learner', 'sponsor'] as const)('are those of a %s, all on at first', async (role) => {
    const who = await join(product.url, role);
    const { body } = await callApi(product.url, listMailTopics, {}, who.token);
    expect(body.data).toEqual(topicsOfRole[role].map((topic) => ({ topic, isOn: true })));
  });

  it('can be switched off and on again, idempotently', async () => {
    const who = await join(product.url, 'learner');
    for (const isOn of [false, false, true, true, false]) {
      const body = { topic: 'meeting', isOn } as const;
      const response = await callApi(product.url, switchMailTopic, { body }, who.token);
      expect(response.body.data).toContainEqual(body);
    }
    expect(await choose(who.email)).toBe('unwanted');
    expect(await choose(learner.email)).toMatchObject({ unsubscribeUrl: expect.any(String) });
  });

  it('exclude those of other roles', async () => {
    const body = { topic: 'invitation', isOn: false } as const;
    expect((await callApi(product.url, switchMailTopic, { body }, learner.token)).status).toBe(422);
  });
});

describe('the link at the foot of a mail', () => {
  // ASVS 3.5.3
  it('changes nothing on GET, at either address', async () => {
    const token = await linkOf(learner, 'meeting');
    const way = await choose(learner.email);
    if (typeof way === 'string') throw new Error('The mail has no unsubscribe link');
    const oneClick = way.headers['List-Unsubscribe']?.slice(1, -1) ?? '';
    for (const address of [way.unsubscribeUrl, oneClick, `${product.url}/api/mail/topic?token=${token}`])
      for (const method of ['GET', 'HEAD']) await fetch(address, { method });
    expect(await stateOf(token)).toBe(true);
  });

  it('switches its topic off and on again without a session', async () => {
    const token = await linkOf(learner, 'meeting');
    await callApi(product.url, applyMailLink, { body: { token, isOn: false } });
    expect([await stateOf(token), await choose(learner.email)]).toEqual([false, 'unwanted']);
    await callApi(product.url, applyMailLink, { body: { token, isOn: true } });
    expect(await stateOf(token)).toBe(true);
  });

  it('supports one-click unsubscribe (RFC 8058)', async () => {
    const token = await linkOf(learner, 'enrolled');
    const response = await fetch(`${product.url}/api/mail/one-click?token=${token}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect([response.status, await stateOf(token), await stateOf(await linkOf(learner, 'meeting'))]).toEqual([
      200,
      false,
      true,
    ]);
  });

  it.each([
    ['made up', async () => 'x'],
    ['of a session', async () => learner.token],
    [
      'of an account that is gone',
      () =>
        links.mailTopic.sign({ kind: 'user', sub: crypto.randomUUID(), topic: 'meeting' }, product.config),
    ],
    [
      'signed with another secret',
      async () =>
        links.mailTopic.sign(
          { kind: 'user', sub: await idOf(product, learner), topic: 'meeting' },
          { token: { ...product.config.token, secret: Buffer.alloc(32, 1) } },
        ),
    ],
  ])('is rejected when it is %s', async (_, make) => {
    const token = await make();
    const responses = await Promise.all([
      callApi(product.url, readMailLink, { query: { token } }),
      callApi(product.url, applyMailLink, { body: { token, isOn: false } }),
      callApi(product.url, oneClickUnsubscribeTopic, { query: { token } }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([422, 422, 422]);
  });
});

describe('a mail', () => {
  it('contains unsubscribe links in text and HTML, also for an address without an account', async () => {
    const [mail] = await invite('stranger@elsewhere.example', 1);
    const [, page] = /Unsubscribe: (\S+)/.exec(mail?.text ?? '') ?? [];
    expect(mail?.html).toContain(page);
    const token = new URL(page ?? '').searchParams.get('token') ?? '';
    expect(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).not.toContain('stranger');
    await callApi(product.url, applyMailLink, { body: { token, isOn: false } });
    await fileRequest(product.url, learner, {
      isPrivate: true,
      recipientEmails: ['stranger@elsewhere.example', 'control@elsewhere.example'],
    });
    await vi.waitFor(
      async () => expect(await mailsTo(product.sandbox.httpUrl, 'control@elsewhere.example')).toHaveLength(1),
      patient,
    );
    expect(await mailsTo(product.sandbox.httpUrl, 'stranger@elsewhere.example')).toHaveLength(1);
  });

  it('stays switched off for an address that registers afterwards, until its verified owner switches it on', async () => {
    const email = 'later@elsewhere.example';
    const [mail] = await invite(email, 1);
    const [, page] = /Unsubscribe: (\S+)/.exec(mail?.text ?? '') ?? [];
    const token = new URL(page ?? '').searchParams.get('token') ?? '';
    await callApi(product.url, applyMailLink, { body: { token, isOn: false } });
    const sponsor = await join(product.url, 'sponsor', { email, isVerified: false });
    const manager = { manager: product.db.manager, config: product.config };
    expect(await decideMailDelivery('invitation', email, manager)).toBe('unwanted');
    const switchOn = async () => {
      const { body } = await callApi(
        product.url,
        switchMailTopic,
        { body: { topic: 'invitation', isOn: true } },
        sponsor.token,
      );
      return body.data.find(({ topic }) => topic === 'invitation')?.isOn;
    };
    // The address is not verified yet, so another person may have signed up with it.
    expect(await switchOn()).toBe(false);
    await confirmEmail(product, sponsor);
    expect(await switchOn()).toBe(true);
    expect(await decideMailDelivery('invitation', email, manager)).not.toBe('unwanted');
  });

  it('that is a receipt is always sent and has no unsubscribe link', async () => {
    const who = await join(product.url, 'learner');
    for (const topic of topicsOfRole.learner)
      await callApi(product.url, switchMailTopic, { body: { topic, isOn: false } }, who.token);
    const id = await fileRequest(product.url, who);
    await inTransaction(product.db, (manager) =>
      enqueue(manager, deliverMail, { mail: 'request-received', id, revision: 1 }),
    );
    const mails = await vi.waitFor(async () => {
      const all = await mailsTo(product.sandbox.httpUrl, who.email);
      const received = all.filter(({ subject }) => subject.startsWith('We received'));
      expect(received).toHaveLength(2);
      return received;
    }, patient);
    expect(mails[0]?.text).not.toContain('Unsubscribe');
  });

  it('is of one of the topics, and each topic has one', () => {
    const covered = new Set(Object.values(mails).filter((topic) => topic !== 'always'));
    expect([...covered].sort()).toEqual(
      Object.values(topicsOfRole)
        .flat()
        .filter((topic, index, all) => all.indexOf(topic) === index)
        .sort(),
    );
  });

  it('about security or money cannot be switched off', () => {
    const always = mailNames.filter((mail) => mails[mail] === 'always');
    expect(always).toEqual(
      expect.arrayContaining([
        'verify-email',
        'reset-password',
        'password-changed',
        'confirm-new-email',
        'email-is-changing',
        'email-changed-from',
        'email-changed-to',
        'google-linked',
        'request-received',
        'receipt-for-learner',
        'receipt-for-sponsor',
        'refund-due',
      ]),
    );
  });
});
