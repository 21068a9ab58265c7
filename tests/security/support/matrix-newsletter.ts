import { allCallers } from './expected-statuses.ts';
import type { Situation } from './matrix.ts';

/** Who may subscribe to the newsletter and join the waitlist: all. */
export const newsletterMatrix: Record<string, Situation[]> = {
  'POST /user/email-capture': [
    {
      about: 'an address',
      send: () => ({ path: '/user/email-capture', json: { email: 'news@people.example' } }),
      expected: allCallers(200),
    },
  ],
  'POST /newsletter/confirm': [
    {
      about: 'a link of a mail',
      send: ({ newsletter }) => ({ path: '/newsletter/confirm', json: { token: newsletter.confirm } }),
      expected: allCallers(200),
    },
    {
      about: 'the link that unsubscribes',
      send: ({ newsletter }) => ({ path: '/newsletter/confirm', json: { token: newsletter.unsubscribe } }),
      expected: allCallers(422),
    },
    {
      about: 'a token of a session',
      send: ({ people }) => ({ path: '/newsletter/confirm', json: { token: people.LO.token } }),
      expected: allCallers(422),
    },
  ],
  'POST /newsletter/unsubscribe': [
    {
      about: 'a link of a mail',
      send: ({ newsletter }) => ({
        path: '/newsletter/unsubscribe',
        json: { token: newsletter.unsubscribe },
      }),
      expected: allCallers(200),
    },
    {
      about: 'the link that confirms',
      send: ({ newsletter }) => ({ path: '/newsletter/unsubscribe', json: { token: newsletter.confirm } }),
      expected: allCallers(422),
    },
  ],
  'GET /newsletter/one-click': [
    {
      about: 'a link of a mail',
      send: ({ newsletter }) => ({ path: `/newsletter/one-click?token=${newsletter.unsubscribe}` }),
      expected: allCallers(303),
    },
    {
      about: 'no link',
      send: () => ({ path: '/newsletter/one-click' }),
      expected: allCallers(303),
    },
  ],
  'POST /newsletter/one-click': [
    {
      about: 'a link of a mail',
      send: ({ newsletter }) => ({ path: `/newsletter/one-click?token=${newsletter.unsubscribe}` }),
      expected: allCallers(200),
    },
    {
      about: 'a made-up link',
      send: () => ({ path: '/newsletter/one-click?token=x' }),
      expected: allCallers(422),
    },
  ],
  'POST /waitlist': [
    {
      about: 'an answer',
      send: () => ({ path: '/waitlist', json: { wish: 'dap' } }),
      expected: allCallers(201),
    },
  ],
  'POST /page-errors': [
    {
      about: 'an error of a page',
      send: () => ({
        path: '/page-errors',
        json: { page: '/', component: 'A', error: 'Error', release: 'a1' },
      }),
      expected: allCallers(200),
    },
  ],
};
