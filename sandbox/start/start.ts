import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { toBrand } from '#services/platform/brand/brand-settings.ts';
import { isBuiltFor } from '#services/platform/brand/built-brand.ts';
import {
  isRunByNpm,
  readConfig,
  readStartSettings,
  reportMisspelledSettings,
  type StartSettings,
} from '#services/platform/config.ts';
import { checkQueueServer } from '#services/platform/queue/connection.ts';
import { isDiskFull } from '../postgres/initialise-cluster.ts';
import { assertPortsFree } from '../processes/ports.ts';
import { lockDataDir } from './data-dir.ts';
import { describeMissingContent, describeStart } from './describe-start.ts';
import { buildFront, isFrontBuilt } from './front-build.ts';
import { loadSecrets } from './load-secrets.ts';
import type { PreparedData } from './prepare-data.ts';
import { prepareDatabase } from './prepare-database.ts';
import {
  assertAddresses,
  assertProviders,
  productEnvironment,
  requiredPorts,
  siteAddress,
} from './product-environment.ts';
import { runProcesses } from './run-processes.ts';
import { runTask } from './run-task.ts';
import { type Supervisor, supervise } from './supervise.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const isDev = process.argv.includes('--dev');
const END_WITHIN_MS = 9_500;

const say = (text: string) => process.stdout.write(`${text}\n`);

async function boot(settings: StartSettings, supervisor: Supervisor, signal: AbortSignal): Promise<void> {
  const dataDir = resolve(settings.DATA_DIR);
  const [{ product, config, notes, signIns, lacksSamplePayments }] = await Promise.all([
    prepareData(settings, supervisor, signal),
    buildPages(settings, signal),
  ]);
  signal.throwIfAborted();
  await runProcesses({ root, dataDir, product, supervisor, isDev });
  if (product.needsPaymentSandbox && signIns.length > 0 && lacksSamplePayments)
    await runTask('sample-payments-task.ts', { env: product.env, signal });
  say(describeStart(config, product, { dataDir, notes, signIns }));
}

async function prepareData(settings: StartSettings, supervisor: Supervisor, signal: AbortSignal) {
  const secrets = await loadSecrets(resolve(settings.DATA_DIR));
  await checkQueueServer({ redisUrl: settings.REDIS_URL });
  const { databaseUrl, ownerUrl, note } = await prepareDatabase(settings, secrets, supervisor);
  const product = productEnvironment(settings, secrets, databaseUrl, isDev);
  const config = readConfig(product.env);
  const prepared = await runTask<PreparedData>('prepare-data.ts', {
    args: settings.DATABASE_URL ? [] : ['--embedded'],
    env: { ...product.env, ...(ownerUrl && { MIGRATION_DATABASE_URL: ownerUrl }) },
    signal,
  });
  const missing = prepared.content && describeMissingContent(prepared.content, config.isSandbox);
  const notes = [note, missing].filter((line) => line !== undefined);
  return { product, config, notes, ...prepared };
}

async function buildPages(settings: StartSettings, signal: AbortSignal): Promise<void> {
  const site = siteAddress(settings);
  const { brand } = toBrand(settings);
  // In development the pages come from Astro's server; the API requires built ones, however old.
  const isUsable =
    isDev && existsSync(join(root, 'dist/client/index.html')) && isBuiltFor(brand, join(root, 'dist'));
  if (isUsable || isFrontBuilt(root, brand, site)) return;
  say('Building the pages (once, after changes, and for another PUBLIC_URL, PORT or brand) …');
  await buildFront(root, site, signal);
}

async function main(): Promise<void> {
  const settings = readStartSettings();
  reportMisspelledSettings();
  assertProviders(settings);
  assertAddresses(settings);
  const unlock = lockDataDir(resolve(settings.DATA_DIR));
  process.once('exit', unlock);
  await assertPortsFree(requiredPorts(settings));

  const supervisor = supervise();
  const stop = new AbortController();
  const stopRequested = new Promise<void>((done) => stop.signal.addEventListener('abort', () => done()));
  onStopSignal(
    () => stop.abort(),
    () => {
      supervisor.killAll();
      process.exit(130);
    },
  );
  const booting = boot(settings, supervisor, stop.signal);
  try {
    await Promise.race([booting, stopRequested, supervisor.failure]);
    await Promise.race([stopRequested, supervisor.failure]);
  } catch (error) {
    report(error);
  }
  stop.abort();
  await Promise.race([endEverything(booting, supervisor), sleep(END_WITHIN_MS)]);
  supervisor.killAll();
}

async function endEverything(booting: Promise<void>, supervisor: Supervisor): Promise<void> {
  const ending = supervisor.endAll();
  await booting.catch(() => undefined);
  await ending;
  // The boot may have started a database server before it was aborted.
  await supervisor.endAll();
}

function report(error: unknown): void {
  const { message } = error as Error;
  process.stderr.write(`${isDiskFull(message) ? `The disk is full: ${message}` : message}\n`);
  process.exitCode = 1;
}

/** npm forwards Ctrl-C although the terminal already delivered it: a second signal within this time is a duplicate. */
const SAME_REQUEST_MS = 500;
const PARENT_CHECK_MS = 500;

/** Calls `first` on the first stop signal, and `force` on the second. */
function onStopSignal(first: () => void, force: () => void): void {
  let firstAt: number | undefined;
  const request = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      first();
    } else if (performance.now() - firstAt > SAME_REQUEST_MS) {
      force();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);

  if (!isRunByNpm()) return;
  // npm killed with -9 forwards no signal, so check whether the parent process has changed.
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    request();
  }, PARENT_CHECK_MS);
  check.unref();
}

// Exit explicitly: an open handle must not keep the process running.
await main().catch(report);
process.exit();
