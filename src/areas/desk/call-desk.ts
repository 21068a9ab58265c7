import { getOperator } from '#contracts/desk/operators.ts';
import type { Endpoint, ResponseBody, Sent } from '#contracts/endpoint.ts';
import { ApiError, call } from '#src/browser/api.ts';
import { deskSignInPath } from '#src/browser/desk-paths.ts';
import { currentPath } from '#src/browser/session.ts';

// A second navigation would abort the first.
let isLeaving = false;

/**
 * Calls the API of the desk. Without a session every call is a 404, so a 404 is checked once more: when the session has
 * ended, the page goes to the sign-in and back afterwards.
 */
export async function callDesk<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  options: { signal?: AbortSignal; isBackground?: boolean } = {},
): Promise<ResponseBody<E>> {
  try {
    return await call(endpoint, sent, options);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404 && !(await hasSession())) goToSignIn();
    throw error;
  }
}

/** Returns how many approvals wait for this operator, without prolonging the session; undefined when that cannot be found out. */
export async function countApprovals(): Promise<number | undefined> {
  return call(getOperator, {}, { isBackground: true }).then(
    ({ data }) => data.waiting.approvals,
    () => undefined,
  );
}

function goToSignIn(): void {
  if (isLeaving) return;
  isLeaving = true;
  location.replace(deskSignInPath(currentPath()));
}

/** Returns whether this browser has a session of the desk; true also when that cannot be found out. */
export async function hasSession(): Promise<boolean> {
  return call(getOperator, {}, { isBackground: true }).then(
    () => true,
    (error) => !(error instanceof ApiError && error.status === 404),
  );
}
