import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDashboard, type OwnRequest } from '#contracts/dashboard/dashboard.ts';
import { submitRequest } from '#contracts/requests/requests.ts';
import { confirmEmail } from '#tests/security/support/accounts.ts';
import { sendText } from '#tests/security/support/raw-call.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { enqueuedMails } from '#tests/support/mails/enqueued-mails.ts';
import { fileRequest, join, requestBody, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let learner: SignedIn;
beforeAll(async () => {
  product = await startTestProduct();
  learner = await join(product.url, 'learner');
});
afterAll(() => product?.close());

function file(overrides: object = {}, who = learner) {
  return callApi(product.url, submitRequest, { body: requestBody(overrides) }, who.token);
}

/** Returns a valid course with the given overrides. */
function course(overrides: object): object {
  return { course: { ...requestBody().course, ...overrides } };
}

const jobsOf = (name: string) => enqueuedMails(product, name);

async function ownRequest(who: SignedIn, id: string): Promise<OwnRequest | undefined> {
  const { body } = await callApi(product.url, getDashboard, {}, who.token);
  return (body as unknown as { requests: OwnRequest[] }).requests.find(({ _id }) => _id === id);
}

const words = (count: number, gap = ' ') => Array.from({ length: count }, () => 'كلمة').join(gap);
const webAddress = 'Please enter a full web address, such as https://example.com/page.';
const number = 'Please enter the price as a number.';

describe('an invalid request is rejected', () => {
  it.each<[field: string, overrides: object, message: string]>([
    ['link', { link: '' }, 'Please enter the link to the course.'],
    ['link', { link: undefined }, 'Please enter the link to the course.'],
    ['socials', { socials: '  ' }, 'Please enter a social media link.'],
    ['course.courseTitle', course({ courseTitle: '' }), 'Please enter the course title.'],
    ['course.courseTitle', course({ courseTitle: 'x'.repeat(201) }), 'Please use at most 200 characters.'],
    [
      'course.courseTitle',
      course({ courseTitle: 'a\u0000b' }),
      'Please remove the hidden control characters.',
    ],
    ['course.platform', course({ platform: ' ' }), 'Please enter the platform.'],
    ['course.platform', course({ platform: 'x'.repeat(81) }), 'Please use at most 80 characters.'],
    ['course.price', course({ price: undefined }), number],
    ['course.price', course({ price: '7e1' }), number],
    ['course.price', course({ price: null }), number],
    ['course.price', course({ price: -1 }), 'The price must be more than zero.'],
    ['course.price', course({ price: 0 }), 'The price must be more than zero.'],
    ['course.price', course({ price: 0.001 }), 'Please use at most two decimals.'],
    ['course.price', course({ price: 70.005 }), 'Please use at most two decimals.'],
    ['course.price', course({ price: 1e21 }), 'This price is too high. Please check the zeros.'],
    ['course.price', course({ price: 49.99 }), 'The smallest price that can be paid in NGN is ₦50.'],
    [
      'course.price',
      course({ price: 1.99, priceUnit: 'USD' }),
      'The smallest price that can be paid in USD is $2.',
    ],
    [
      'course.price',
      course({ price: 1.99, priceUnit: 'GBP' }),
      'The smallest price that can be paid in GBP is £2.',
    ],
    ['course.priceUnit', course({ priceUnit: 'EUR' }), 'Please choose a currency.'],
    ['course.priceUnit', course({ priceUnit: 'ngn' }), 'Please choose a currency.'],
    ['course.duration', course({ duration: 0 }), 'The duration must be at least 1.'],
    ['course.duration', course({ duration: 121 }), 'The duration must be at most 120.'],
    ['course.duration', course({ duration: 1.5 }), 'Please enter the duration as a whole number.'],
    ['course.duration', course({ duration: '3' }), 'Please enter the duration as a whole number.'],
    ['course.durationUnit', course({ durationUnit: 'days' }), 'Please choose weeks or months.'],
    ['motivation', { motivation: '' }, 'Please tell sponsors why you need this course.'],
    ['motivation', { motivation: words(51) }, 'Please use at most 50 words.'],
    ['motivation', { motivation: words(51, ' \u200b') }, 'Please use at most 50 words.'],
    ['motivation', { motivation: words(51, '\u202e \u202c') }, 'Please use at most 50 words.'],
    ['motivation', { motivation: 'x'.repeat(1_001) }, 'Please use at most 1000 characters.'],
    ['delivery', { delivery: 'by post' }, 'Please choose how you would like to receive the course.'],
    ['account.email', { account: { email: '', password: 'x' } }, 'Email is required.'],
    ['account.email', { account: { email: 'nobody', password: 'x' } }, 'Please enter a valid email address.'],
    [
      'account.password',
      { account: { email: 'a@b.example', password: '' } },
      'Please enter the platform password.',
    ],
    ['account.password', { account: { email: 'a@b.example' } }, 'Please enter the platform password.'],
    [
      'account.password',
      { account: { email: 'a@b.example', password: 'x'.repeat(257) } },
      'Please use at most 256 characters.',
    ],
    ['isPublic', { isPrivate: false, isPublic: false }, 'Choose private, public or both.'],
    ['isPublic', { isPublic: undefined }, 'Choose private, public or both.'],
    ['recipientEmails', { isPrivate: true, recipientEmails: [] }, 'Please add at least one recipient email.'],
    ['recipientEmails', { isPrivate: true }, 'Please add at least one recipient email.'],
    ['recipientEmails.1', { isPrivate: true, recipientEmails: ['a@b.example', ''] }, 'Email is required.'],
    [
      'recipientEmails',
      { isPrivate: true, recipientEmails: Array.from({ length: 11 }, (_, n) => `r${n}@b.example`) },
      'Please invite at most 10 people.',
    ],
  ])('in %s, as in %j', async (field, overrides, message) => {
    const { status, body } = await file(overrides);
    expect([status, body.errors?.[field], body.message]).toEqual([422, message, message]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user@example.com',
    'http://2130706433',
    'http://0x7f.1',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'https://example.com/\u0000',
    'localhost',
  ])('in its link and its socials, as in %j', async (address) => {
    const { status, body } = await file({ link: address, socials: address });
    expect([status, body.errors]).toEqual([422, { link: webAddress, socials: webAddress }]);
  });

  it('in links of 5,000 characters', async () => {
    const address = `https://example.com/${'a'.repeat(4_980)}`;
    const { body } = await file({ link: address, socials: address });
    expect(body.errors).toEqual({ link: 'This link is too long.', socials: 'This link is too long.' });
  });

  it('with a price that is not a JSON number', async () => {
    for (const price of ['NaN', 'Infinity', '07', '.5', '1e']) {
      const text = JSON.stringify(requestBody()).replace('20000', price);
      expect([
        price,
        (await sendText(product.url, '/api/course/request', text, learner.token)).status,
      ]).toEqual([price, 400]);
    }
    const endless = JSON.stringify(requestBody()).replace('20000', '1e400');
    expect((await sendText(product.url, '/api/course/request', endless, learner.token)).status).toBe(422);
  });

  it('with all field errors at once, and stores nothing', async () => {
    const count = async () => (await product.db.query('SELECT count(*)::int AS n FROM requests'))[0].n;
    const before = await count();
    const { status, body } = await callApi(product.url, submitRequest, { body: {} as never }, learner.token);
    expect([status, body.message]).toEqual([422, 'Please fill in all required fields correctly']);
    expect(Object.keys(body.errors ?? {})).toEqual([
      'link',
      'course',
      'motivation',
      'isPublic',
      'account.email',
      'account.password',
    ]);
    expect(await count()).toBe(before);
  });
});

describe('a valid request', () => {
  it.each([
    ['50 words of Arabic', { motivation: words(50) }],
    ['50 words with zero-width spaces', { motivation: words(50, ' \u200b ') }],
    ['the smallest price of dollars', course({ price: 2, priceUnit: 'USD' })],
    ['the smallest price of naira', course({ price: 50 })],
    ['kobo', course({ price: 19_999.99 })],
    ['an unusual title', course({ courseTitle: '<b>Ọgbọ́n</b> 👩‍🎓 & "SQL\'; --"' })],
    ['links without a scheme', { link: 'coursera.org/learn/x', socials: 'linkedin.com/in/ada' }],
  ])('may have %s', async (_, overrides) => {
    expect((await file(overrides)).status).toBe(201);
  });

  it('stores every field, the price in minor units', async () => {
    const typed = {
      ...course({
        price: 4.35,
        priceUnit: 'GBP',
        courseTitle: ' Ọgbọ́n & "more" ',
        duration: 6,
        durationUnit: 'weeks',
      }),
      motivation: 'Line one\nline two',
      link: 'example.com/x',
    };
    const id = await fileRequest(product.url, learner, typed);
    const [row] = await product.db.query('SELECT * FROM requests WHERE id = $1', [id]);
    expect(row).toMatchObject({
      course_title: 'Ọgbọ́n & "more"',
      price_minor: '435',
      currency: 'GBP',
      duration: 6,
      duration_unit: 'weeks',
      motivation: 'Line one\nline two',
      link: 'https://example.com/x',
      status: 'pending',
      account_email: 'login@platform.example',
      is_private: false,
      is_public: true,
      is_for_visitors: false,
    });
    expect((await ownRequest(learner, id))?.course.price).toBe(4.35);
  });

  it.each([
    ['gift-to-email', { email: 'Ada@platform.example' }, 'ada@platform.example'],
    ['enrolment-code', undefined, null],
  ] as const)('needs no platform password for %s', async (delivery, account, email) => {
    const id = await fileRequest(product.url, learner, { delivery, account });
    expect(await ownRequest(learner, id)).toMatchObject({ delivery, account: { email } });
  });

  // ASVS 2.2.3
  it.each([
    ['gift-to-email', 'login@platform.example'],
    ['enrolment-code', null],
  ] as const)('stores no platform password for %s', async (delivery, email) => {
    const id = await fileRequest(product.url, learner, { delivery });
    expect(await product.db.query('SELECT 1 FROM platform_logins WHERE request_id = $1', [id])).toEqual([]);
    expect((await ownRequest(learner, id))?.account.email).toBe(email);
  });

  it('belongs to the caller, and ignores other ids in the body', async () => {
    const other = await join(product.url, 'learner');
    const id = await fileRequest(product.url, learner, {
      learnerId: crypto.randomUUID(),
      email: other.email,
      status: 'paid',
      paid: true,
    });
    expect(await ownRequest(learner, id)).toMatchObject({ paid: false, status: 'pending' });
    expect(await ownRequest(other, id)).toBeUndefined();
  });

  it('enqueues one confirmation mail', async () => {
    const before = (await jobsOf('request-received')).length;
    const id = await fileRequest(product.url, learner);
    const jobs = await jobsOf('request-received');
    expect(jobs).toHaveLength(before + 1);
    expect(jobs.map((job) => job.id)).toContain(id);
  });

  it.each([
    ['public', {}],
    ['private', { isPrivate: true, recipientEmails: ['aunt@family.example'] }],
  ])('is stored with its login and its mail, or not at all: a %s one', async (_, overrides) => {
    const stored = async () => {
      const [counts] = await product.db.query(
        `SELECT (SELECT count(*)::int FROM requests) AS requests, (SELECT count(*)::int FROM platform_logins) AS logins,
           (SELECT count(*)::int FROM open_requests) AS listed, (SELECT count(*)::int FROM outbox) AS jobs`,
      );
      return counts;
    };
    const before = await stored();
    await product.db.query(
      `ALTER TABLE outbox ADD CONSTRAINT no_mails CHECK (payload->>'mail' <> 'request-received') NOT VALID`,
    );
    try {
      expect((await file(overrides)).status).toBe(500);
      expect(await stored()).toEqual(before);
    } finally {
      await product.db.query('ALTER TABLE outbox DROP CONSTRAINT no_mails');
    }
    expect((await file(overrides)).status).toBe(201);
    expect(await stored()).toMatchObject({
      requests: before.requests + 1,
      logins: before.logins + 1,
      listed: before.listed + 1,
    });
  });
});

describe('a request that is filed while the guardian consents', () => {
  it('waits for the consent and is not held for it', async () => {
    const minor = await join(product.url, 'learner', {
      isAdult: 'false',
      guardianEmail: 'guardian@family.example',
    });
    let filing: ReturnType<typeof file> | undefined;
    await product.db.transaction(async (manager) => {
      await manager.query('UPDATE users SET guardian_agreed_at = now() WHERE email = $1', [minor.email]);
      filing = file({}, minor);
      await waitForLockWaits(product, 1);
    });
    const filed = await filing;
    expect(filed?.body.message).toBe('Your request is in.');
    const id = filed?.body.data._id;
    const [row] = await product.db.query('SELECT holds, socials FROM requests WHERE id = $1', [id]);
    expect(row).toEqual({ holds: [], socials: '' });
  });
});

describe('the recipients of a private request', () => {
  const recipientEmails = ['Aunt@Family.example', 'aunt@family.example ', 'uncle@family.example'];

  it('are stored without duplicates, lower-cased, and at most ten', async () => {
    const id = await fileRequest(product.url, learner, { isPrivate: true, isPublic: false, recipientEmails });
    expect((await ownRequest(learner, id))?.recipientEmails.sort()).toEqual([
      'aunt@family.example',
      'uncle@family.example',
    ]);
    const ten = Array.from({ length: 10 }, (_, n) => `r${n}@family.example`);
    expect((await file({ isPrivate: true, recipientEmails: ten })).status).toBe(201);
    const repeated = [...ten, 'R0@Family.example '];
    expect((await file({ isPrivate: true, recipientEmails: repeated })).status).toBe(201);
  });

  it('are not stored for a public request', async () => {
    const id = await fileRequest(product.url, learner, { recipientEmails });
    expect((await ownRequest(learner, id))?.recipientEmails).toEqual([]);
  });

  it('are invited once the learner’s address is confirmed, and the response says so', async () => {
    const invitations = async () => (await jobsOf('invitation')).length;
    const before = await invitations();
    const waiting = await file({ isPrivate: true, recipientEmails });
    expect(waiting.body).toMatchObject({
      message:
        'Your request is in. Your private invitations go out as soon as you confirm your email address.',
      data: { invitationsWait: true },
    });
    expect(await invitations()).toBe(before);
    const confirmed = await join(product.url, 'learner');
    await confirmEmail(product, confirmed);
    const sent = await file({ isPrivate: true, recipientEmails }, confirmed);
    expect(sent.body).toMatchObject({ message: 'Your request is in.', data: { invitationsWait: false } });
    expect(await invitations()).toBe(before + 2);
  });
});

describe('the currencies of this installation', () => {
  it('restrict the price unit of a request', async () => {
    const live = await startTestProduct({ PAYMENT_CURRENCIES: 'NGN,USD' });
    try {
      const asking = await join(live.url, 'learner');
      const body = requestBody(course({ price: 30, priceUnit: 'GBP' }));
      const { status, body: answer } = await callApi(live.url, submitRequest, { body }, asking.token);
      const message = 'Payments in GBP are not possible right now. Please choose another currency.';
      expect([status, answer]).toEqual([422, { message, errors: { 'course.priceUnit': message } }]);
      const settings = await fetch(`${live.url}/api/settings`);
      expect(await settings.json()).toMatchObject({ currencies: ['NGN', 'USD'] });
    } finally {
      await live.close();
    }
  });
});
