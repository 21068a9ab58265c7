import { setTimeout as sleep } from 'node:timers/promises';
import type { System } from '../processes/start-system.ts';
import { applyFault } from './apply-fault.ts';
import type { FaultKind, PlannedFault } from './plan.ts';

/** A fault that took place. */
export interface AppliedFault {
  kind: FaultKind;
  target: 0 | 1;
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
    const entry: AppliedFault = {
      kind: fault.kind,
      target: fault.target,
      startMs: Date.now(),
      endMs: undefined,
    };
    applied.push(entry);
    await applyFault(system, fault);
    entry.endMs = Date.now();
  }
}
