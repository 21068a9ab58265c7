import { expect, it } from 'vitest';
import type { Endpoint } from '#contracts/endpoint.ts';
import { deskRoutes } from '#services/desk-routes.ts';
import { routes } from '#services/routes.ts';

const oneUse = 'its token, ticket or code works once';
const sameState = 'a repetition leads to the same state or is refused';
const sameAddress = 'one row for each address';
const secret = 'its response is a secret, which is not stored';

/** Every POST that does not honour `Idempotency-Key`, and why a repetition is harmless. */
const exceptions: Record<string, string> = {
  '/user/onboard': sameAddress,
  '/user/auth': secret,
  '/user/auth/google': secret,
  '/user/auth/google-finalize': oneUse,
  '/user/logout': sameState,
  '/user/page-cookie': secret,
  '/user/email-capture': sameAddress,
  '/newsletter/confirm': sameState,
  '/newsletter/unsubscribe': sameState,
  '/newsletter/one-click': sameState,
  '/waitlist': sameAddress,
  '/page-errors': 'stores nothing',
  '/mail/topic': sameState,
  '/mail/one-click': sameState,
  '/user/verify-email': oneUse,
  '/user/resend-verification': 'limited to 5 mails an hour',
  '/user/forgot-password': 'limited to 5 mails an hour',
  '/user/reset-password': oneUse,
  '/user/change-password': sameState,
  '/user/change-email': 'limited to 5 mails an hour',
  '/user/confirm-email-change': oneUse,
  '/user/undo-email-change': oneUse,
  '/user/guardian-consent': oneUse,
  '/user/guardian-consent/refuse': sameState,
  '/user/me/confirm': sameState,
  '/user/export': secret,
  '/course/request/:id/price': sameState,
  '/course/price-link': sameState,
  '/course/request/:id/code': secret,
  '/course/request/:id/redeemed': sameState,
  '/course/request/:id/not-received': sameState,
  '/course/not-received-link': sameState,
  '/course/request/:id/rest': sameState,
  '/course/meet/:id/accept': sameState,
  '/meeting/:id/reply': sameState,
  '/meeting/link': sameState,
  '/meeting/:id/room': sameState,
  '/refund/link': oneUse,
  '/sponsorship/draws/:id/day': sameState,
  '/sponsorship/draws/:id/reveal': sameState,
  '/course/webhook/paystack': 'the event has a natural key',
  '/ops/sign-in': secret,
  '/ops/sign-out': sameState,
  '/ops/operators': secret,
  '/ops/operators/:id/end-sessions': sameState,
  '/ops/operators/:id/absence': sameState,
  '/ops/operators/:id/end': sameState,
  '/ops/me/mails': sameState,
  '/ops/me/recovery-codes': secret,
  '/ops/people/:id/end-sessions': sameState,
  '/ops/people/:id/suspend': sameState,
  '/ops/people/:id/restore': sameState,
  '/ops/queues/retry': sameState,
  '/ops/queues/discard': sameState,
  '/ops/views': sameState,
  '/ops/cases/bulk': sameState,
  '/ops/cases/:id/claim': sameState,
  '/ops/cases/:id/release': sameState,
  '/ops/cases/:id/assign': sameState,
  '/ops/cases/:id/wait': sameState,
  '/ops/cases/:id/close': sameState,
  '/ops/cases/:id/reopen': sameState,
  '/ops/cases/:id/platform-login': secret,
  '/ops/cases/:id/viewing': sameState,
  '/ops/mentions/:id/dismiss': sameState,
  '/ops/cases/:id/receipt': sameState,
  '/ops/catalogue/courses/:id/hide': sameState,
  '/ops/catalogue/courses/:id/show': sameState,
  '/ops/catalogue/courses/:id/release': sameState,
  '/ops/catalogue/courses/:id/correct': sameState,
  '/ops/catalogue/courses/:id/check-link': sameState,
};

const contracts = [...routes, ...deskRoutes].map(({ contract }) => contract);

function withoutKey(all: readonly Endpoint[]): string[] {
  return all.flatMap(({ method, path, idempotency }) =>
    method === 'POST' && !idempotency && !exceptions[path] ? [path] : [],
  );
}

it('every POST that creates or pays honours Idempotency-Key', () => {
  expect(withoutKey(contracts)).toEqual([]);
});

it('would name a call that creates something and ignores the key', () => {
  const [request] = contracts.filter(({ path }) => path === '/course/request');
  const forgetful = { ...(request as Endpoint), path: '/course/new', idempotency: undefined };
  expect(withoutKey([...contracts, forgetful as unknown as Endpoint])).toEqual(['/course/new']);
});

it('has no exception for a call that honours the key, or that does not exist', () => {
  const needed = contracts.filter(({ method, idempotency }) => method === 'POST' && !idempotency);
  expect(Object.keys(exceptions).toSorted()).toEqual(needed.map(({ path }) => path).toSorted());
});
