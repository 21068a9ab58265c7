import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Results of the requests so far. */
export interface SteadyCounts {
  reads: number;
  writes: number;
  failedReads: string[];
  failedWrites: string[];
  slowestMs: number;
}

/** One request in so many is a write: each one is followed by a mail. */
const oneWriteIn = 10;

/** Domain of the addresses that the writes subscribe. */
export const steadyDomain = 'steady.example';

/**
 * Sends so many requests a second, searches and subscriptions, whether or not the former ones have been answered, until `signal` ends it. A failure is a lost connection or any status but 200; nothing is sent twice.
 */
export async function sendSteadily(
  url: string,
  perSecond: number,
  signal: AbortSignal,
): Promise<SteadyCounts> {
  const counts: SteadyCounts = { reads: 0, writes: 0, failedReads: [], failedWrites: [], slowestMs: 0 };
  const agent = new Agent({ keepAlive: true });
  const running = new Set<Promise<void>>();
  const startMs = Date.now();
  for (let sent = 0; !signal.aborted; sent += 1) {
    const sending = sendOne(url, agent, sent, counts).finally(() => running.delete(sending));
    running.add(sending);
    await sleep(Math.max(0, startMs + ((sent + 1) * 1_000) / perSecond - Date.now()));
  }
  await Promise.all(running);
  agent.destroy();
  return counts;
}

async function sendOne(url: string, agent: Agent, number: number, counts: SteadyCounts): Promise<void> {
  const isWrite = number % oneWriteIn === 0;
  const failed = isWrite ? counts.failedWrites : counts.failedReads;
  const startMs = Date.now();
  const call = isWrite
    ? request(`${url}/api/user/email-capture`, {
        agent,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      })
    : request(`${url}/api/explore/filter`, { agent });
  try {
    const answered = once(call, 'response');
    call.end(isWrite ? JSON.stringify({ email: `${number}@${steadyDomain}` }) : undefined);
    const [response] = (await answered) as [IncomingMessage];
    const body = await text(response);
    if (response.statusCode !== 200) failed.push(`${response.statusCode} ${body.slice(0, 200)}`);
    else if (isWrite) counts.writes += 1;
    else counts.reads += 1;
  } catch (error) {
    failed.push(String(error));
  }
  counts.slowestMs = Math.max(counts.slowestMs, Date.now() - startMs);
}
