import assert from 'node:assert/strict';
import { reportTimeZone } from '#contracts/accounts/profile.ts';
import { setPageCookie } from '#contracts/accounts/sign-in.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { fileRequest } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { atLeast } from '../core/limits.ts';
import type { Scenario } from '../core/scenario.ts';
import { fetchRaw } from '../load/fetch-raw.ts';
import { interleave, sideOf } from '../load/interleave.ts';
import { measureLoad, writeRequests } from '../load/wrk.ts';
import { startApiWithLearners } from '../processes/api-with-learners.ts';
import { startBareAstro } from '../processes/bare-astro.ts';
import type { Learner } from '../processes/people.ts';

const connections = 16;
const people = 50;
const accept = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };
const path = `/api${getDashboard.path}`;

/** Goal 5b: the dashboard of signed-in learners as a page, against a bare Astro page and the call of its data. */
export const dashboardPage: Scenario = {
  name: 'dashboard-page',
  goals: [
    {
      id: '5b',
      what: 'signed-in /dashboard ÷ the slower of a bare Astro page and GET /dashboard, pages per second',
      limit: atLeast(0.5),
    },
  ],
  seconds: 60,
  needs: ['wrk'],
  async run(context) {
    const { api, learners } = await startApiWithLearners(context, people);
    const astro = await startBareAstro(context);
    const visits = [];
    for (const learner of learners) {
      // Until the first visit reports it, the page is a skeleton.
      await callApi(api.url, reportTimeZone, { body: { timeZone: 'Africa/Lagos' } }, learner.token);
      await fileRequest(api.url, learner);
      visits.push({ cookie: await pageCookieOf(api.url, learner), token: learner.token });
    }
    const cookies = visits.map(({ cookie }) => ({ ...accept, cookie }));
    const tokens = visits.map(({ token }) => ({ authorization: `Bearer ${token}` }));
    for (const headers of cookies.slice(0, 5)) {
      const page = await fetchRaw(`${api.url}/dashboard`, { cookie: headers.cookie });
      assert.equal(page.status, 200);
      assert.match(`${page.body}`, /Machine Learning/);
    }
    const pages = await writeRequests(
      context,
      cookies.map((headers) => ({ path: '/dashboard', headers })),
    );
    const calls = await writeRequests(
      context,
      tokens.map((headers) => ({ path, headers })),
    );
    const bare = await writeRequests(context, [{ path: '/', headers: accept }]);
    const load = { connections, seconds: context.seconds };
    const { product, floor } = await interleave(
      context,
      () => measureLoad(api.url, { ...load, requests: pages }),
      async () => ({
        astro: await measureLoad(astro.url, { ...load, requests: bare }),
        call: await measureLoad(api.url, { ...load, requests: calls }),
      }),
    );
    const [ofAstro, ofCall] = [floor.map((sample) => sample.astro), floor.map((sample) => sample.call)];
    return [
      {
        goal: '5b',
        values: product.map(
          ({ perSecond }, round) =>
            perSecond / Math.min(...[ofAstro, ofCall].map((side) => side[round]?.perSecond ?? Number.NaN)),
        ),
        sides: [
          sideOf('product', product, api.rssMb()),
          sideOf('bare Astro page', ofAstro, astro.rssMb()),
          sideOf('GET /dashboard', ofCall),
        ],
      },
    ];
  },
};

async function pageCookieOf(url: string, { token }: Learner): Promise<string> {
  const { headers } = await callApi(url, setPageCookie, {}, token);
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  assert.ok(cookies.length > 0, 'The session has no page cookie.');
  return cookies.join('; ');
}
