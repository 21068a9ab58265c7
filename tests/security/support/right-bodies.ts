import { dayMs } from '#contracts/durations.ts';
import { finalizeBody } from '#tests/support/people/google.ts';
import { amountFor, requestBody, type SignedIn, signUpBody } from '#tests/support/people/people.ts';

/** Who and what a body names. */
interface BodySubject {
  learner: SignedIn;
  requestId: string;
}

const reason = { reason: 'A test' };
const tomorrow = () => new Date(Date.now() + dayMs).toISOString();

const rightBodies: Record<string, (subject: BodySubject) => object> = {
  'POST /user/email-capture': () => ({ email: 'news@people.example' }),
  'POST /newsletter/confirm': () => ({ token: 'x' }),
  'POST /newsletter/unsubscribe': () => ({ token: 'x' }),
  'POST /waitlist': () => ({ email: 'wait@people.example', wish: 'dap', note: 'Soon, please' }),
  'POST /page-errors': () => ({ page: '/help', component: 'HelpPage', error: 'TypeError', release: 'a1' }),
  'POST /user/auth': ({ learner }) => ({ email: learner.email, password: learner.password }),
  'POST /user/verify-email': () => ({ token: 'x' }),
  'POST /user/forgot-password': () => ({ email: 'unknown@people.example' }),
  'POST /user/reset-password': () => ({ token: 'x', password: 'another horse battery' }),
  'PUT /user/me': () => ({
    fullName: 'Other Person',
    phoneNumber: '+234 801 234 5678',
    country: 'Nigeria',
    gender: 'nb',
  }),
  'POST /user/change-password': () => ({ currentPassword: 'a guess', newPassword: 'another horse battery' }),
  'POST /user/change-email': () => ({ currentPassword: 'a guess', newEmail: 'new@people.example' }),
  'POST /user/confirm-email-change': () => ({ token: 'x' }),
  'POST /user/undo-email-change': () => ({ token: 'x' }),
  'POST /user/guardian-consent': () => ({ token: 'x' }),
  'POST /user/guardian-consent/refuse': () => ({ token: 'x' }),
  'PUT /user/me/guardian': () => ({ guardianEmail: 'guardian@people.example' }),
  'POST /user/me/confirm': () => ({ currentPassword: 'a guess' }),
  'POST /user/export': () => ({ currentPassword: 'a guess' }),
  'DELETE /user/me': () => ({ currentPassword: 'a guess' }),
  'POST /user/auth/google': () => ({ token: 'x' }),
  'POST /user/auth/google-finalize': () => finalizeBody('x'),
  'PUT /dashboard/:id/certificate-sharing': () => ({ isShared: true }),
  'POST /dashboard/add': () => ({
    title: 'Machine Learning',
    description: 'A course',
    link: 'https://www.coursera.org/learn/machine-learning',
  }),
  'POST /report': ({ requestId }) => ({
    about: 'request',
    id: requestId,
    reason: 'wrong',
    details: 'The price is higher.',
    email: 'reporter@people.example',
  }),
  'POST /appeal': ({ requestId }) => ({ request: requestId, text: 'The course is real.' }),
  'POST /course/request': () =>
    requestBody({ recipientEmails: ['guest@people.example'], email: 'x', delivery: 'platform-login' }),
  'PUT /course/request/:id': () =>
    requestBody({ recipientEmails: ['guest@people.example'], email: 'x', delivery: 'platform-login' }),
  'PUT /meeting/:id/room': () => ({ url: 'https://meet.google.com/abc-defg-hij' }),
  'POST /meeting/:id/room': () => ({ url: 'https://meet.google.com/abc-defg-hij', isAccepted: true }),
  'PUT /user/me/privacy': () => ({ hidesEmail: false }),
  'PUT /user/me/time-zone': () => ({ timeZone: 'Africa/Lagos' }),
  'PUT /user/me/mail': () => ({ topic: 'meeting', isOn: true }),
  'POST /mail/topic': () => ({ token: 'x', isOn: true }),
  'POST /sponsorship/draws/:id/day': () => ({ nonce: 'ab'.repeat(32) }),
  'POST /sponsorship/draws/:id/reveal': () => ({ nonce: 'ab'.repeat(32) }),
  'POST /sponsorship/group': () => ({
    amount: 100,
    currency: 'USD',
    targetGroup: 'Nurses in Kenya',
    note: 'Soon',
  }),
  'POST /course/meet/:id': () => ({
    startsAt: tomorrow(),
    note: 'Hello',
  }),
  'PUT /course/meet/:id': () => ({
    startsAt: tomorrow(),
    note: 'Hello again',
  }),
  'POST /course/meet/:id/accept': () => ({ startsAt: tomorrow() }),
  'POST /meeting/:id/reply': () => ({
    answer: 'propose',
    startsAt: tomorrow(),
  }),
  'POST /course/price-link': () => ({ token: 'x' }),
  'POST /course/request/:id/rest': () => ({ rest: 'payer' }),
  'POST /course/request/:id/thank-you': () => ({ stage: 'paid', text: 'Thank you' }),
  'POST /course/not-received-link': () => ({ token: 'x' }),
  'POST /refund/link': () => ({ token: 'x', bankId: '1', accountNumber: '0123456789' }),
  'POST /meeting/link': () => ({
    token: 'x',
    answer: 'propose',
    startsAt: tomorrow(),
  }),
  'POST /course/meet/notify': ({ requestId }) => ({ requestId, price: 20_000, unit: 'NGN' }),
  'POST /course/initiate/pay': ({ requestId }) => ({
    requestID: requestId,
    amount: amountFor(),
    currency: 'NGN',
    description: 'For a course',
    isAnonymous: true,
  }),
  'POST /user/onboard': () => signUpBody('learner'),
  'POST /ops/sign-in': () => ({ email: 'none@staff.example', password: 'a guess' }),
  'POST /ops/me/mails': () => ({ mails: ['summary', 'dispute', 'approval', 'incident'] }),
  'POST /ops/me/recovery-codes': () => ({ code: '000000' }),
  'POST /ops/operators': () => ({
    email: `${crypto.randomUUID()}@staff.example`,
    fullName: 'Oda Operator',
    level: 'operator',
  }),
  'POST /ops/operators/:id/end-sessions': () => reason,
  'POST /ops/operators/:id/absence': () => ({ ...reason, until: null }),
  'POST /ops/operators/:id/end': () => reason,
  'POST /ops/cases/next': () => ({ kind: 'reconciliation' }),
  'POST /ops/cases/bulk': () => ({ act: 'claim', ids: [crypto.randomUUID()] }),
  'POST /ops/views': () => ({ name: 'Refunds', filters: { kind: 'refund' } }),
  'POST /ops/cases/:id/release': () => reason,
  'POST /ops/cases/:id/assign': () => ({ ...reason, to: crypto.randomUUID() }),
  'POST /ops/cases/:id/wait': () => ({ ...reason, on: 'learner', until: tomorrow() }),
  'POST /ops/cases/:id/notes': () => ({ note: 'Read it.' }),
  'POST /ops/cases/:id/replies': () => ({ to: crypto.randomUUID(), subject: 'Your course', text: 'Hello.' }),
  'POST /ops/cases/:id/close': () => ({ ...reason, outcome: 'no_action' }),
  'POST /ops/cases/:id/reopen': () => reason,
  'POST /ops/cases/:id/actions': () => ({ action: 'none', values: {} }),
  'POST /ops/cases/:id/platform-login': () => reason,
  'POST /ops/approvals/:id/approve': () => reason,
  'POST /ops/approvals/:id/decline': () => reason,
  'POST /ops/people/:id/end-sessions': () => reason,
  'POST /ops/people/:id/suspend': () => reason,
  'POST /ops/people/:id/restore': () => reason,
  'POST /ops/catalogue/courses/:id/hide': () => reason,
  'POST /ops/catalogue/courses/:id/show': () => reason,
  'POST /ops/catalogue/courses/:id/release': () => reason,
  'POST /ops/catalogue/courses/:id/correct': () => ({
    ...reason,
    title: 'Learn SQL',
    url: 'https://courses.example/sql',
    access: 'paid',
    price: null,
  }),
  'POST /ops/catalogue/imports': () => ({ fileName: 'courses.csv', preset: 'courselift' }),
  'POST /ops/queues/retry': () => ({ ...reason, ids: [crypto.randomUUID()] }),
  'POST /ops/queues/discard': () => ({ ...reason, ids: [crypto.randomUUID()] }),
};

/** Returns a body that is right for a call. @throws Error for a call that has none here, so that each call gets one. */
export function rightBody(call: string, subject: BodySubject): object {
  const make = rightBodies[call];
  if (!make) throw new Error(`No right body is known for ${call}: add one to ${import.meta.url}`);
  return make(subject);
}
