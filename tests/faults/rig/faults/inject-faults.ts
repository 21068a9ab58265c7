import { setTimeout as sleep } from 'node:timers/promises';
import type { System } from '../processes/start-system.ts';
import { applyFault } from './apply-fault.ts';
import type { PlannedFault, SingleFault } from './plan.ts';

/** A fault that took place: one of the plan, or one of a scenario. */
export interface AppliedFault {
  kind: string;
  startMs: number;
  /** When everything was started again and open; not set while it lasts. */
  endMs: number | undefined;
}

/** Applies a plan, adding each fault to `applied` when it begins. A fault that takes longer postpones the next one. */
export async function injectFaults(
  system: System,
  plan: readonly PlannedFault[],
  applied: AppliedFault[],
): Promise<void> {
  const startMs = Date.now();
  for (const fault of plan) {
    await sleep(Math.max(0, startMs + fault.atMs - Date.now()));
    await Promise.all([apply(system, fault, applied), applySecond(system, fault, applied)]);
  }
}

async function applySecond(system: System, { second }: PlannedFault, applied: AppliedFault[]): Promise<void> {
  if (!second) return;
  await sleep(second.afterMs);
  await apply(system, second, applied);
}

async function apply(system: System, fault: SingleFault, applied: AppliedFault[]): Promise<void> {
  const entry: AppliedFault = { kind: fault.kind, startMs: Date.now(), endMs: undefined };
  applied.push(entry);
  await applyFault(system, fault);
  entry.endMs = Date.now();
}
