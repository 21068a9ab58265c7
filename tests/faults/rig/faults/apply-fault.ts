import { setTimeout as sleep } from 'node:timers/promises';
import { isReady } from '#tests/faults/support/balancer.ts';
import { controlPayments } from '#tests/support/money/payment-control.ts';
import { emptyQueue } from '#tests/support/servers/empty-queue.ts';
import type { ProxyState } from '../processes/fault-proxy.ts';
import type { System } from '../processes/start-system.ts';
import type { SingleFault } from './plan.ts';
import { setMail } from './set-mail.ts';

const restartAfterMs = 500;

/** Applies a fault and resolves when it has ended: what was killed is ready, what was cut is open again. */
export async function applyFault(system: System, fault: SingleFault): Promise<void> {
  const { kind, target, durationMs } = fault;
  const [verb, subject = ''] = kind.split('-') as [string, string];
  switch (kind) {
    case 'kill-api':
      return system.apis[target].kill();
    case 'kill-worker':
      return system.workers[target].kill();
    case 'kill-postgres':
      return system.database.kill();
    case 'kill-redis':
      await system.redis?.kill();
      await sleep(restartAfterMs);
      return system.redis?.restart();
    case 'pause-api':
      return during(durationMs, system.apis[target].pause());
    case 'pause-worker':
      return during(durationMs, system.workers[target].pause());
    case 'pause-redis':
      return pauseRedis(system, durationMs);
    case 'empty-queue':
      return emptyQueue(system.db, system.redis?.url);
    case 'rolling-restart':
      return rollingRestart(system);
    case 'provider-errors':
      return failProvider(system, target, durationMs);
    case 'smtp-refuses':
      return failMail(system, { mode: 'refuse', code: 451, forMs: durationMs }, durationMs);
    case 'smtp-drops':
      return failMail(
        system,
        { mode: 'drop', stored: target === 0, times: 3, forMs: durationMs },
        durationMs,
      );
    case 'smtp-away':
      return failMail(system, { mode: 'away', forMs: durationMs }, durationMs);
    default: {
      const proxy = system.proxies[subject as keyof System['proxies']];
      proxy?.setState(verb as ProxyState);
      return during(durationMs, () => proxy?.setState('open'));
    }
  }
}

async function during(durationMs: number, end: () => void): Promise<void> {
  await sleep(durationMs);
  end();
}

async function pauseRedis({ redis }: System, durationMs: number): Promise<void> {
  if (!redis) return;
  const { pid } = redis;
  process.kill(pid, 'SIGSTOP');
  await during(durationMs, () => process.kill(pid, 'SIGCONT'));
}

/** SIGTERM to one process after the other; an API when the other one is ready. */
async function rollingRestart({ apis, workers, ports }: System): Promise<void> {
  for (const [index, api] of apis.entries()) {
    await api.restart();
    while (!(await isReady(ports[index] ?? 0))) await sleep(100);
  }
  for (const worker of workers) await worker.restart();
}

const providerFaults = [
  { kind: 'error', status: 500 },
  { kind: 'error', status: 500, committed: true },
  { kind: 'answer_lost' },
  { kind: 'rate_limited', resetSeconds: 1 },
  { kind: 'slow', delayMs: 5_000 },
  { kind: 'html' },
  { kind: 'truncated' },
  { kind: 'reset', committed: true },
] as const;

async function failProvider(system: System, target: 0 | 1, durationMs: number): Promise<void> {
  const on = (['initialize', 'verify'] as const)[target];
  for (const fault of providerFaults)
    await controlPayments(system, 'POST', 'faults', { on, times: 2, fault });
  await sleep(durationMs);
  await controlPayments(system, 'DELETE', 'faults');
}

async function failMail(system: System, fault: object, durationMs: number): Promise<void> {
  await setMail(system, fault);
  await sleep(durationMs);
  await setMail(system, { mode: 'normal' });
}
