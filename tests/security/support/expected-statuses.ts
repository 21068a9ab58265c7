import type { Caller } from './world.ts';

type Expected = Partial<Record<Caller, number>>;

/** The status for all callers. */
export function allCallers(status: number): Expected {
  return { A: status, LO: status, L2: status, S: status, SP: status };
}

/** The status for callers with an account. */
export function signedIn(status: number): Expected {
  return { ...allCallers(status), A: 401 };
}

/** The status for sponsors; 403 for other roles. */
export function sponsors(status: number): Expected {
  return { A: 401, LO: 403, L2: 403, S: status, SP: status };
}
