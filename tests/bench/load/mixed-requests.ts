import { getProfile } from '#contracts/accounts/profile.ts';
import { filterCourses, getCourse, saveCourse, suggestCourses } from '#contracts/catalogue/catalogue.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { initiatePayment } from '#contracts/payments/payments.ts';
import { listPublicRequests, listRequests } from '#contracts/requests/listing.ts';
import { submitRequest } from '#contracts/requests/requests.ts';
import { seededRandom } from '#services/catalogue/generate-courses.ts';
import { requestBody } from '#tests/support/people/people.ts';
import { drawQueries } from '../data/draw-queries.ts';
import type { LoadRequest } from './open-loop.ts';

/** Who sends the mixed load, and what it is about. */
export interface MixedSubjects {
  learners: readonly string[];
  sponsors: readonly string[];
  /** Slugs of courses. */
  slugs: readonly string[];
  /** Open requests that can be paid, each once; amounts in minor units with the service fee. */
  payable: readonly { id: string; amount: number; currency: string }[];
  /** Without a trailing slash. */
  providerUrl: string;
}

/**
 * Returns a function that draws the next request: 80 % browse and search, 15 % read signed in, 5 % write. A payment goes
 * on to the provider's checkout, whose webhook the worker settles.
 */
export function createMixedRequests(subjects: MixedSubjects, seed: number): () => LoadRequest {
  const random = seededRandom(seed);
  const queries = drawQueries(5_000, seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const get = (kind: string, path: string, token?: string): LoadRequest => ({
    kind,
    method: 'GET',
    path,
    status: 200,
    ...(token && { headers: bearer(token) }),
  });
  const search = () =>
    new URLSearchParams(Object.entries(pick(queries)).map(([key, value]) => [key, String(value)]));
  let paid = 0;
  const kinds: [share: number, () => LoadRequest][] = [
    [45, () => get('search', `/api${filterCourses.path}?${search()}`)],
    [
      10,
      () =>
        get('suggestions', `/api${suggestCourses.path}?q=${pick(['py', 'data', 'mar', 'exc', 'fin', 'de'])}`),
    ],
    [10, () => get('course', `/api${getCourse.path.replace(':slug', pick(subjects.slugs))}`)],
    [5, () => get('public requests', `/api${listPublicRequests.path}`)],
    [7, () => get('explore page', `/explore?${search()}`)],
    [3, () => get('home page', '/')],
    [6, () => get('profile', `/api${getProfile.path}`, pick(subjects.learners))],
    [3, () => get('dashboard of a learner', `/api${getDashboard.path}`, pick(subjects.learners))],
    [3, () => get('dashboard of a sponsor', `/api${getDashboard.path}`, pick(subjects.sponsors))],
    [
      3,
      () =>
        get(
          'listing',
          `/api${listRequests.path}?page=${1 + Math.floor(random() * 5)}`,
          pick(subjects.sponsors),
        ),
    ],
    [2, () => post('filing', submitRequest.path, pick(subjects.learners), requestBody(), 201)],
    [
      1,
      () => {
        const link = `https://saved.example/${seed}/${random()}`;
        const body = { title: 'A course', description: 'A course that was saved.', link };
        return post('saving', saveCourse.path, pick(subjects.learners), body, 201);
      },
    ],
    [
      2,
      () => {
        const request = subjects.payable[paid++];
        // When all are paid, another person files one.
        if (!request) return post('filing', submitRequest.path, pick(subjects.learners), requestBody(), 201);
        return pay(request);
      },
    ],
  ];
  const pay = ({ id, amount, currency }: MixedSubjects['payable'][number]): LoadRequest => ({
    ...post(
      'payment',
      initiatePayment.path,
      pick(subjects.sponsors),
      { amount, currency, requestID: id },
      200,
    ),
    followUp: (body) => {
      const { data: page } = initiatePayment.response.parse(JSON.parse(`${body}`));
      return {
        kind: 'checkout',
        method: 'POST',
        path: `${subjects.providerUrl}/payments/checkout/${page.data.access_code}`,
        headers: { accept: 'application/json' },
        form: { outcome: 'pay' },
        status: 200,
        isUnmeasured: true,
      };
    },
  });
  const total = kinds.reduce((sum, [share]) => sum + share, 0);
  return () => {
    let rest = random() * total;
    for (const [share, create] of kinds) {
      rest -= share;
      if (rest < 0) return create();
    }
    return (kinds[0] as (typeof kinds)[0])[1]();
  };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const post = (kind: string, path: string, token: string, body: unknown, status: number): LoadRequest => ({
  kind,
  method: 'POST',
  path: `/api${path}`,
  headers: bearer(token),
  body,
  status,
});
