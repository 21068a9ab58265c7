import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';
import { printTable } from '../../../tools/print.ts';
import { percentile } from '../core/statistics.ts';
import { type ApiProcess, startApiProcess } from './api-process.ts';

const peopleCount = 20;
/** Real people sign in one after the other, evenly over this time. */
const attackMs = 12_000;
const goalMs = 3_000;

const attacks = [
  { name: 'one account', kind: 'address', victims: 1 },
  { name: '300 accounts', kind: 'address', victims: 300 },
  { name: 'one account, 500 networks', kind: 'networks', victims: 1 },
] as const;

async function joinMany(product: TestProduct, count: number): Promise<SignedIn[]> {
  const people: SignedIn[] = [];
  for (let number = 0; number < count; number += 1) people.push(await join(product.url, 'learner'));
  return people;
}

/** Signs in from an address of the person's own. Returns status, cookie and time. */
async function enter(url: string, { email, password }: SignedIn, number: number, cookie?: string) {
  const startedMs = performance.now();
  const response = await fetch(`${url}/api/user/auth`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `192.0.${2 + number}.${10 + number}`,
      ...(cookie && { cookie }),
    },
    body: JSON.stringify({ email, password }),
  });
  const { message } = (await response.json()) as { message: string };
  const device = response.headers.get('set-cookie')?.split(';')[0];
  return { status: response.status, ms: performance.now() - startedMs, device, message };
}

async function attack(
  api: ApiProcess,
  kind: string,
  victims: readonly SignedIn[],
  work: () => Promise<void>,
) {
  const file = fileURLToPath(new URL('./attacker-process.ts', import.meta.url));
  const emails = victims.map(({ email }) => email).join(',');
  const child = fork(file, [api.url, kind, emails], { execArgv: [] });
  await once(child, 'message');
  const [startedMs, startedCpu, startedWait] = [performance.now(), api.cpuSeconds(), api.waitedSeconds()];
  await work();
  const seconds = (performance.now() - startedMs) / 1000;
  const cpu = api.cpuSeconds() - startedCpu;
  const waited = api.waitedSeconds() - startedWait;
  const answered = once(child, 'message');
  child.send('stop');
  const [answers] = (await answered) as [Record<string, number>];
  return { answers, seconds, cpu, waited };
}

async function measure(
  product: TestProduct,
  people: readonly SignedIn[],
  { kind, victims }: (typeof attacks)[number],
) {
  const others = victims > 1 ? await joinMany(product, victims) : [];
  // Counters of limits start anew with each process.
  const api = await startApiProcess(product);
  try {
    // Half of the people have signed in from their device before; the first of them is the victim of the attacks on one account.
    const devices = new Map<SignedIn, string | undefined>();
    for (const [number, person] of people.entries())
      if (number % 2 === 0) devices.set(person, (await enter(api.url, person, number)).device);
    const entries: { status: number; ms: number; message: string; isKnown: boolean }[] = [];
    const attacked = await attack(api, kind, victims > 1 ? others : people.slice(0, 1), async () => {
      const signIns = people.map(async (person, number) => {
        await sleep(1_000 + (number * (attackMs - 2_000)) / people.length);
        const entry = await enter(api.url, person, number, devices.get(person));
        entries.push({ ...entry, isKnown: number % 2 === 0 });
      });
      await Promise.all([sleep(attackMs), ...signIns]);
    });
    return { entries, ...attacked };
  } finally {
    await api.stop();
  }
}

it('real people sign in while one attacks with 120 connections', async () => {
  const product = await startTestProduct();
  try {
    const table: (string | number)[][] = [];
    const failures: string[] = [];
    for (const attackPlan of attacks) {
      const people = await joinMany(product, peopleCount);
      const { entries, answers, seconds, cpu, waited } = await measure(product, people, attackPlan);
      const inTime = entries.filter(({ status, ms }) => status === 200 && ms <= goalMs);
      const times = entries.map(({ ms }) => ms);
      const total = Object.values(answers).reduce((sum, count) => sum + count, 0);
      const statuses = Object.entries(answers).map(([status, count]) => `${status}: ${count}`);
      table.push([
        attackPlan.name,
        `${inTime.length} of ${peopleCount}`,
        Math.round(percentile(times, 0.5)),
        Math.round(Math.max(...times)),
        statuses.join(', '),
        Math.round(total / seconds),
        `${Math.round((100 * cpu) / seconds)} % / ${Math.round((100 * waited) / seconds)} %`,
      ]);
      for (const { status, ms, message, isKnown } of entries)
        if (status !== 200 || ms > goalMs)
          failures.push(
            `${attackPlan.name}: ${isKnown ? 'known' : 'new'} device ${status} after ${Math.round(ms)} ms: ${message}`,
          );
    }
    const columns = [
      'attack on',
      'signed in ≤ 3 s',
      'median (ms)',
      'slowest (ms)',
      'attacker’s answers',
      'answers/s',
      'API used / waited for a processor',
    ];
    printTable(columns, table);
    expect(failures).toEqual([]);
  } finally {
    await product.close();
  }
});
