import express from 'express';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDashboard as contract } from '#contracts/dashboard/dashboard.ts';
import { limits } from '#contracts/limits.ts';
import { getDashboard } from '#services/dashboard/get-dashboard.ts';
import type { Deps } from '#services/deps.ts';
import { listenOn } from '#services/platform/http/listen-on.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

const rounds = 5;
const samples = 60;
const each = 500;
const goal = 25;
/** Rows of other learners, so that an index has something to leave out. */
const others = 200;

let product: TestProduct;
let client: pg.Client;
const learners = new Map<number, SignedIn>();
beforeAll(async () => {
  product = await startTestProduct({ RATE_LIMIT_FACTOR: '1000000' });
  client = new pg.Client({ connectionString: product.config.databaseUrl });
  await client.connect();
  for (const count of [0, 1, each]) {
    const learner = await join(product.url, 'learner');
    learners.set(count, learner);
    await fill(learner.email, count);
  }
  for (let other = 0; other < others; other += 1) {
    const email = `other-${other}@people.example`;
    await client.query(`INSERT INTO users (email, full_name, role) VALUES ($1, 'Other', 'learner')`, [email]);
    await fill(email, 50);
  }
  await client.query('VACUUM ANALYZE');
}, 120_000);
afterAll(async () => {
  await client?.end();
  await product?.close();
});

/** Requests with all that happens to them, and courses, half of them finished. */
async function fill(email: string, count: number): Promise<void> {
  const sql = [
    `INSERT INTO requests (learner_id, course_title, platform, link, price_minor, currency, duration,
       duration_unit, motivation, socials, delivery, is_public, is_private, status, paid_at)
     SELECT u.id, 'Course ' || n, 'Coursera', 'https://x.example/' || n, 100000, 'NGN', 3, 'months',
       repeat('Because ', 50), 'https://x.example', 'enrolment-code', true, true,
       CASE WHEN n % 2 = 0 THEN 'paid' ELSE 'pending' END, CASE WHEN n % 2 = 0 THEN now() END
     FROM users u, generate_series(1, $2::int) AS n WHERE u.email = $1`,
    `INSERT INTO request_recipients (request_id, email)
     SELECT r.id, n || '-friend@people.example' FROM requests r JOIN users u ON u.id = r.learner_id,
       generate_series(1, 3) AS n WHERE u.email = $1 AND $2::int > 0`,
    `INSERT INTO enrolments (user_id, title, description, link, status, completed_at)
     SELECT u.id, 'Course ' || n, repeat('About it ', 20), 'https://y.example/' || n,
       CASE WHEN n % 2 = 0 THEN 'completed' ELSE 'in-progress' END, CASE WHEN n % 2 = 0 THEN now() END
     FROM users u, generate_series(1, $2::int) AS n WHERE u.email = $1`,
    `INSERT INTO certificates (enrolment_id, content_type, data)
     SELECT e.id, 'application/pdf', convert_to(repeat('x', 10000), 'UTF8')
     FROM enrolments e JOIN users u ON u.id = e.user_id
     WHERE u.email = $1 AND e.status = 'completed' AND $2::int > 0`,
  ];
  for (const text of sql) await client.query(text, [email, count]);
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

async function load({ token }: SignedIn): Promise<string> {
  const answer = await fetch(`${product.url}/api${contract.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return answer.text();
}

/** Times of the two, taken in turn so that the machine's moods hit both alike; the middle ratio of the rounds. */
async function ratioOf(
  about: string,
  work: () => Promise<unknown>,
  lookup: () => Promise<unknown>,
): Promise<number> {
  const ratios: number[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const times: [number[], number[]] = [[], []];
    for (let sample = 0; sample < samples; sample += 1) {
      times[0].push(await timeMs(work));
      times[1].push(await timeMs(lookup));
    }
    const [workMs, lookupMs] = times.map(median) as [number, number];
    // The round before the first only warms up.
    if (round >= 0) ratios.push(workMs / lookupMs);
    if (round === rounds - 1) {
      process.stdout.write(
        `${about}: ${median(ratios).toFixed(1)} lookups (goal ${goal}); ${workMs.toFixed(2)} against ${lookupMs.toFixed(2)} ms\n`,
      );
    }
  }
  return median(ratios);
}

describe('what the dashboard costs, in primary-key lookups of the same run', () => {
  it.each([0, 1, each])('with %d requests and courses', async (count) => {
    const { db } = product;
    const learner = learners.get(count) as SignedIn;
    const requests = db.getRepository(HelpRequestEntity);
    const { id } = await requests.findOneByOrFail({ courseTitle: 'Course 1' });
    const app = express();
    app.get('/one', async (_req, res) => {
      res.json(await requests.findOneBy({ id }));
    });
    const bare = await listenOn(app, 0);
    const fetchBare = async () => (await fetch(`http://localhost:${bare.port}/one`)).text();
    const [row] = await db.query('SELECT id FROM users WHERE email = $1', [learner.email]);
    const handle = () =>
      getDashboard(
        {
          caller: { id: row.id, role: 'learner', sessionId: '' },
          userAgent: undefined,
          ip: '',
          params: undefined,
          query: { requests: limits.dashboardRows, courses: limits.dashboardRows },
          body: undefined,
          file: undefined,
        },
        { db } as Deps,
      );
    const bySql = await ratioOf(`${count} of each, questions and answers`, handle, () =>
      requests.findOneBy({ id }),
    );
    const byHttp = await ratioOf(`${count} of each, the call by HTTP`, () => load(learner), fetchBare);
    await bare.close();
    expect(Math.max(bySql, byHttp)).toBeLessThanOrEqual(goal);
  });
});

it('carries the bytes of the picture once, and of nothing else', async () => {
  const learner = learners.get(each) as SignedIn;
  const text = await load(learner);
  const { userDetails } = JSON.parse(text);
  expect(text.split(userDetails.profilePicture.data)).toHaveLength(2);
  expect(text.match(/"data":/g)).toHaveLength(1);
});
