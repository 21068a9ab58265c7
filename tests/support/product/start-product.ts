import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assertPortsFree, freePort } from '#sandbox/processes/ports.ts';
import { isRunning } from '#sandbox/processes/process-table.ts';
import { processEnv } from './process-env.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** `npm start`, run by a test. */
export interface StartedProduct {
  process: ChildProcess;
  pid: number;
  /** Everything it has printed. */
  output(): string;
  /** Waits until it has printed this; fails when it ends first. */
  printed(pattern: RegExp, timeoutMs?: number): Promise<void>;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; tookMs: number }>;
  /** Every process below it. */
  family(): FamilyMember[];
}

/** A process and how it was called. */
export interface FamilyMember {
  pid: number;
  command: string;
}

/** A folder for data that PostgreSQL's account may enter, and how to remove it. */
export async function temporaryDataDir(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'courselift-start-'));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** A port such that it and the two after it are free, for PORT, SANDBOX_PORT and mail. */
export async function freePortTriple(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (await areFree(port)) return port;
  }
}

/** Whether a port and the two after it are free. */
export function areFree(port: number): Promise<boolean> {
  const wanted = [port, port + 1, port + 2].map((wantedPort) => ({
    port: wantedPort,
    use: '',
    variable: '',
  }));
  return assertPortsFree(wanted).then(
    () => true,
    () => false,
  );
}

/** Runs the start with these settings and none of the machine's; in a folder without `.env`. */
export function startProduct(settings: Record<string, string>, command?: string[]): StartedProduct {
  const [file = process.execPath, ...args] = command ?? [
    process.execPath,
    join(root, 'sandbox/start/start.ts'),
  ];
  const child = spawn(file, args, {
    cwd: command ? root : settings.DATA_DIR,
    env: processEnv({ HOME: process.env.HOME, ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const startedAt = performance.now();
  const ended = new Promise<Awaited<StartedProduct['ended']>>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, tookMs: performance.now() - startedAt }));
  });
  return {
    process: child,
    pid: child.pid as number,
    output: () => output,
    ended,
    family: () => familyOf(child.pid as number),
    async printed(pattern, timeoutMs = 150_000) {
      for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(50)) {
        if (pattern.test(output)) return;
        if (child.exitCode !== null || child.signalCode !== null) break;
      }
      throw new Error(`The start did not print ${pattern}. It printed:\n${output}`);
    },
  };
}

/** Waits until none of the processes runs; fails with those that still do. */
export async function allGone(family: FamilyMember[], timeoutMs: number): Promise<void> {
  let left = family;
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(50)) {
    left = left.filter(({ pid }) => isRunning(pid));
    if (left.length === 0) return;
  }
  throw new Error(`Still running:\n${left.map(({ pid, command }) => `${pid} ${command}`).join('\n')}`);
}

/** Returns every process below another one. */
export function familyOf(pid: number): FamilyMember[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.match(/^\s*(\d+)\s+(\d+)\s+(.*)$/))
    .filter((match) => match !== null)
    .map(([, id, parent, command = '']) => ({ pid: Number(id), parent: Number(parent), command }));
  const family = [pid];
  for (const member of family) {
    for (const { pid: child, parent } of all) if (parent === member) family.push(child);
  }
  return all
    .filter((member) => member.pid !== pid && family.includes(member.pid))
    .map(({ pid: id, command }) => ({ pid: id, command }));
}
