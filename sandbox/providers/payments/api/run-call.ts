import type { Response } from 'express';
import type { CallTarget } from '../faults/fault.ts';
import type { FaultRules } from '../faults/fault-rules.ts';
import { isApplied, respondWithFault } from '../faults/transport-fault.ts';
import { toProviderError } from './provider-error.ts';

/** Runs one call of the provider's API with the fault that is scripted for it. */
export type RunCall = (
  res: Response,
  target: CallTarget,
  selector: { reference: string; email: string },
  work: () => object,
) => Promise<void>;

/** Returns the runner. `work` returns the body of a 200 response, or throws a ProviderError. */
export function createCallRunner(faults: FaultRules, onChange: () => void): RunCall {
  return async (res, target, selector, work) => {
    const fault = faults.take(target, selector)?.fault;
    const response = fault && !isApplied(fault) ? { status: 0, body: {} } : toProviderResponse(work);
    onChange();
    if (fault) await respondWithFault(res, fault, response);
    else res.status(response.status).json(response.body);
  };
}

/** Returns status and body of a call: 200 with what `work` returns, or the error that it throws. */
export function toProviderResponse(work: () => object): { status: number; body: object } {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    const { status, body } = toProviderError(error);
    return { status, body };
  }
}
