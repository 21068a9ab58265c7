import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '#services/catalogue/generate-courses.ts';

/** One request of a load. */
export interface LoadRequest {
  /** Kind of the request, as the results are grouped. */
  kind: string;
  method: 'GET' | 'POST';
  /** Path with its query, or an absolute URL. */
  path: string;
  headers?: Record<string, string>;
  /** JSON. */
  body?: unknown;
  /** Fields of a form, instead of a body. */
  form?: Record<string, string>;
  /** The status that it must return. */
  status: number;
  /** Its time is not part of the results; its errors are. */
  isUnmeasured?: boolean;
  /** Returns the request that follows its response; it is not part of the rate. */
  followUp?(body: Buffer): LoadRequest | undefined;
}

/** The result of a load; times in milliseconds, from when a request was due until its response was complete. */
export interface LoadResult {
  timesMs: { kind: string; ms: number }[];
  seconds: number;
  /** Number of unexpected responses by kind and what was wrong. */
  errors: Record<string, number>;
}

const maxSockets = 256;
const timeoutMs = 10_000;

/**
 * Sends requests at a rate that does not depend on the responses, as visitors do who know nothing of each other. A slow
 * server therefore has more of them at once, and the wait of each counts.
 */
export async function sendOpenLoop(
  url: string,
  { perSecond, seconds, seed }: { perSecond: number; seconds: number; seed: number },
  draw: () => LoadRequest,
): Promise<LoadResult> {
  const random = seededRandom(seed);
  const agent = new Agent({ keepAlive: true, maxSockets });
  const result: LoadResult = { timesMs: [], seconds: 0, errors: {} };
  const running = new Set<Promise<void>>();
  const send = async (loadRequest: LoadRequest, dueMs: number): Promise<void> => {
    const { problem, body } = await sendOne(url, agent, loadRequest);
    if (!loadRequest.isUnmeasured)
      result.timesMs.push({ kind: loadRequest.kind, ms: performance.now() - dueMs });
    if (problem) {
      const key = `${loadRequest.kind}: ${problem}`;
      result.errors[key] = (result.errors[key] ?? 0) + 1;
      return;
    }
    const next = loadRequest.followUp?.(body);
    if (next) await send(next, performance.now());
  };
  const startedMs = performance.now();
  for (let dueMs = startedMs; dueMs < startedMs + seconds * 1_000; ) {
    const waitMs = dueMs - performance.now();
    if (waitMs > 1) await sleep(waitMs);
    const work = send(draw(), dueMs).finally(() => running.delete(work));
    running.add(work);
    // Poisson arrivals: times between requests are exponentially distributed.
    dueMs += (-Math.log(1 - random()) * 1_000) / perSecond;
  }
  await Promise.all(running);
  result.seconds = (performance.now() - startedMs) / 1_000;
  agent.destroy();
  return result;
}

function sendOne(
  url: string,
  agent: Agent,
  { method, path, headers, body, form, status }: LoadRequest,
): Promise<{ problem?: string; body: Buffer }> {
  const text = form ? `${new URLSearchParams(form)}` : body === undefined ? undefined : JSON.stringify(body);
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  return new Promise((resolve) => {
    const call = request(
      new URL(path, url),
      {
        method,
        agent,
        timeout: timeoutMs,
        headers: {
          ...headers,
          ...(text !== undefined && {
            'content-type': type,
            'content-length': Buffer.byteLength(text),
          }),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', ({ message }) => resolve({ problem: message, body: Buffer.alloc(0) }));
        response.once('end', () => {
          const received = Buffer.concat(parts);
          const isRight = response.statusCode === status;
          const problem = `${response.statusCode} ${received.toString('utf8', 0, 120)}`;
          resolve(isRight ? { body: received } : { problem, body: received });
        });
      },
    );
    call.once('timeout', () => call.destroy(new Error(`no response within ${timeoutMs} ms`)));
    call.once('error', ({ message }) => resolve({ problem: message, body: Buffer.alloc(0) }));
    call.end(text);
  });
}
