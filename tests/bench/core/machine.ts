import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

const clockTicksPerSecond = 100;

/** Reads the clock, and the processor time of this run and of the whole machine, to be compared with a later state. */
export function readMachine() {
  const startedMs = performance.now();
  const before = readOthersTicks();
  return {
    since() {
      const seconds = (performance.now() - startedMs) / 1_000;
      const after = readOthersTicks();
      const usedS = ((after ?? Number.NaN) - (before ?? Number.NaN)) / clockTicksPerSecond;
      const othersPercent = Number.isNaN(usedS)
        ? undefined
        : Math.max(0, Math.round((100 * usedS) / seconds));
      return { seconds, average: loadavg()[0] ?? 0, othersPercent };
    },
  };
}

/** Returns what figures depend on. */
export function describeMachine() {
  return { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version };
}

/**
 * Returns the processor time of all programs but this one and its descendants, in clock ticks since the machine
 * started; undefined where there is no /proc. A descendant that has ended is counted in its parent.
 */
function readOthersTicks(): number | undefined {
  if (!existsSync('/proc/stat')) return undefined;
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] =
    /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]?.split(' ').map(Number) ?? [];
  return user + nice + system + irq + softIrq - readRunTicks();
}

/** Returns the processor time of this process and its descendants, those included that have ended. */
function readRunTicks(): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  const counted = new Set([process.pid]);
  // Parents may have higher ids than their children once ids are used again: repeat until no more are found.
  for (let size = 0; size !== counted.size; ) {
    size = counted.size;
    for (const { pid, parent } of processes) if (counted.has(parent)) counted.add(pid);
  }
  return processes.reduce((sum, { pid, ticks }) => sum + (counted.has(pid) ? ticks : 0), 0);
}

function readProcess(pid: string): { pid: number; parent: number; ticks: number }[] {
  try {
    // The name of the process, in brackets, may contain spaces. After it: state, parent, … see proc_pid_stat(5).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [{ pid: Number(pid), parent: Number(fields[1]), ticks }];
  } catch {
    // It ended in between.
    return [];
  }
}
