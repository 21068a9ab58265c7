import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pathOf } from '../core/programs.ts';
import type { Context } from '../core/scenario.ts';

const script = fileURLToPath(new URL('./requests.lua', import.meta.url));

/** One measurement of wrk. */
export interface Sample {
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  requests: number;
  /** Statuses of 400 and more, timeouts, and connections that failed. */
  errors: number;
}

/** A request as wrk sends it. */
export interface WrkRequest {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** JSON. */
  body?: unknown;
}

/** Writes requests for {@link measureLoad}; the file is removed when the scenario ends. */
export async function writeRequests(context: Context, requests: readonly WrkRequest[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'courselift-bench-'));
  context.defer(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'requests');
  await writeFile(path, requests.map((request) => `${rawRequest(request)}\0`).join(''));
  return path;
}

function rawRequest({ path, method = 'GET', headers = {}, body }: WrkRequest): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host: '127.0.0.1',
    ...headers,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', text].join('\r\n');
}

/**
 * Sends requests from a process of its own for some seconds.
 *
 * @param options.first number of requests to skip, so that rounds send different ones.
 * @throws when wrk fails or got no response.
 */
export async function measureLoad(
  url: string,
  options: { requests: string; connections: number; seconds: number; first?: number },
): Promise<Sample> {
  const { requests, connections, seconds, first = 0 } = options;
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, url];
  const { stdout } = await promisify(execFile)(pathOf('wrk'), [...flags, requests, String(first)]);
  const result = /^result (.*)$/m.exec(stdout)?.[1];
  if (!result) throw new Error(`wrk printed no result: ${stdout}`);
  const [count = 0, durationUs = 0, p50 = 0, p95 = 0, p99 = 0, errors = 0] = result.split(' ').map(Number);
  if (count === 0) throw new Error(`${url} returned no response within ${seconds} s.`);
  return {
    perSecond: count / (durationUs / 1e6),
    p50Ms: p50 / 1_000,
    p95Ms: p95 / 1_000,
    p99Ms: p99 / 1_000,
    requests: count,
    errors,
  };
}
