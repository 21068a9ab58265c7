import { expect, it } from 'vitest';
import { fieldErrors } from '#contracts/field-errors.ts';
import { AdultRequestSchema } from '#contracts/requests/requests.ts';
import { amountPreview, initialHelpForm, isTyped, toHelpRequest, withCourse } from './help-form.ts';

const filled = initialHelpForm({
  link: 'coursera.org/learn/x',
  course: {
    courseTitle: 'Data Science',
    platform: 'Coursera',
    price: '20,000',
    priceUnit: 'NGN',
    duration: '3',
    durationUnit: 'months',
  },
  delivery: 'enrolment-code',
  motivation: 'I want to work with data.',
  socials: 'https://x.com/ada',
  isPublic: true,
});

it('maps a filled form to a valid request body', () => {
  const parsed = AdultRequestSchema.parse(toHelpRequest(filled));
  expect(parsed.course.price).toBe(20_000);
  expect(parsed.link).toBe('https://coursera.org/learn/x');
});

it('sends the login only where the course is delivered by it', () => {
  expect(toHelpRequest(filled).account).toBeUndefined();
  const account = { email: 'ada@x.org', password: 'secret' };
  expect(toHelpRequest({ ...filled, account, delivery: 'platform-login' }).account).toEqual(account);
  expect(toHelpRequest({ ...filled, account, delivery: 'gift-to-email' }).account).toEqual({
    email: 'ada@x.org',
  });
});

it('replaces a delivery of an old draft that no longer exists', () => {
  expect(initialHelpForm({ delivery: 'self-enrolment' as 'gift-to-email' }).delivery).toBe('gift-to-email');
});

it('sends recipients without duplicates, and only for a private request', () => {
  const recipientEmails = ['A@x.org', 'a@x.org ', ''];
  expect(toHelpRequest({ ...filled, recipientEmails }).recipientEmails).toEqual([]);
  expect(toHelpRequest({ ...filled, recipientEmails, isPrivate: true }).recipientEmails).toEqual(['a@x.org']);
});

it('previews the amount with its service fee, at the rate of the settings', () => {
  expect(amountPreview('20,000', 'NGN', 9)).toEqual({ course: '₦20,000', fee: '₦18', total: '₦20,018' });
  expect(amountPreview('', 'NGN', 9)).toBeUndefined();
  expect(amountPreview('-5', 'NGN', 9)).toBeUndefined();
  expect(amountPreview('20,000', 'NGN', 250)).toMatchObject({ fee: '₦500', total: '₦20,500' });
  expect(amountPreview('20,000', 'NGN', undefined)).toBeUndefined();
});

// ASVS 14.3.3
it('starts from a draft, never with a password', () => {
  const draft = { account: { email: 'a@x.org', password: 'leaked' } };
  expect(initialHelpForm(draft).account).toEqual({ email: 'a@x.org', password: '' });
});

it('ignores draft values of a wrong type', () => {
  const draft = { link: 7, course: 'x', recipientEmails: 'a@x.org', isPublic: true, account: null };
  expect(initialHelpForm(draft as never)).toEqual({ ...initialHelpForm(), isPublic: true });
});

it.each([
  ['a text', { invoice: { payee: 'My school' } }, true],
  ['a tick', { isPrivate: true }, true],
  ['spaces', { motivation: '  ' }, false],
  ['a choice', { delivery: 'enrolment-code', course: { priceUnit: 'GBP' } }, false],
])('knows whether %s is a draft worth storing', (_, draft, expected) => {
  expect(isTyped(initialHelpForm(draft))).toBe(expected);
});

it('replaces the course and keeps the personal fields', () => {
  const changed = withCourse(filled, { link: 'https://edx.org/x', course: { courseTitle: 'Statistics' } });
  expect([changed.course.courseTitle, changed.course.price, changed.motivation]).toEqual([
    'Statistics',
    '',
    filled.motivation,
  ]);
});

it('reports every error of an empty form at once', () => {
  const { error } = AdultRequestSchema.safeParse(toHelpRequest(initialHelpForm()));
  expect(Object.keys(error ? fieldErrors(error) : {}).sort()).toEqual([
    'account.email',
    'course.courseTitle',
    'course.duration',
    'course.platform',
    'course.price',
    'isPublic',
    'link',
    'motivation',
    'socials',
  ]);
});
