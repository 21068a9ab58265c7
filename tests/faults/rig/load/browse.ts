import { setTimeout as sleep } from 'node:timers/promises';
import { getProfile } from '#contracts/accounts/profile.ts';
import { filterCourses, suggestCourses } from '#contracts/catalogue/catalogue.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { listPublicRequests, listRequests } from '#contracts/requests/listing.ts';
import { drawQueries } from '#tests/bench/data/draw-queries.ts';
import { queryString } from '#tests/bench/load/course-paths.ts';
import { createRandom, type Random } from '../random.ts';
import type { SharedLoad } from './load.ts';

/** Reads of a run so far; failed are those without a response or with another status than 200. */
export interface ReadCounts {
  answered: number;
  failed: number;
}

const timeoutMs = 15_000;

/** Reads for each payment that is started. */
const readsPerPayment = 5;

/** Sends reads through the balancer: 80 % browse and search, the others signed in. */
export async function browse(
  { system, crowd }: SharedLoad,
  { seed, seconds, rate }: { seed: number; seconds: number; rate: number },
  counts: ReadCounts,
): Promise<void> {
  const random = createRandom(seed + 2);
  const queries = drawQueries(2_000, seed) as [object, ...object[]];
  const endMs = Date.now() + seconds * 1_000;
  const running = new Set<Promise<void>>();
  while (Date.now() < endMs) {
    const { path, token } = drawRead(random, queries, crowd);
    const read = send(`${system.urls[2]}${path}`, token)
      .then((isAnswered) => void (isAnswered ? counts.answered++ : counts.failed++))
      .finally(() => running.delete(read));
    running.add(read);
    await sleep(Math.min(3_000, (-Math.log(1 - random.next()) / (rate * readsPerPayment)) * 1_000));
  }
  await Promise.all(running);
}

function drawRead(random: Random, queries: [object, ...object[]], crowd: SharedLoad['crowd']) {
  const [learner, sponsor] = [random.pick(crowd.learners).token, random.pick(crowd.sponsors).token];
  const search = queryString(random.pick(queries));
  const percent = random.next() * 100;
  const reads: [upTo: number, path: string, token?: string][] = [
    [45, `/api${filterCourses.path}${search}`],
    [55, `/api${suggestCourses.path}?q=${random.pick(['py', 'data', 'mar', 'exc', 'fin', 'de'])}`],
    [62, `/api${listPublicRequests.path}`],
    [75, `/explore${search}`],
    [80, '/'],
    [90, `/api${getProfile.path}`, learner],
    [94, `/api${getDashboard.path}`, learner],
    [97, `/api${getDashboard.path}`, sponsor],
    [100, `/api${listRequests.path}?page=${random.between(1, 5)}`, sponsor],
  ];
  const [, path, token] = reads.find(([upTo]) => percent < upTo) ?? (reads[0] as (typeof reads)[0]);
  return { path, token };
}

async function send(url: string, token: string | undefined): Promise<boolean> {
  try {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
