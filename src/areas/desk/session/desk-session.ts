import { atom } from 'nanostores';
import { getOperator } from '#contracts/desk/operators.ts';
import { ApiError, call } from '#src/browser/api.ts';

/** Whether the session has ended and the page waits until its operator has signed in again. */
export const $isSignedOut = atom(false);

let operatorId: string | undefined;

/**
 * Sends a call of the desk. Without a session every call is a 404, so a 404 is checked once more: when the session has
 * ended, the operator signs in again over the page, and the call is sent once more. What was typed stays in its form.
 */
export async function withSession<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404) || (await hasSession())) throw error;
    await waitForSignIn();
    return send();
  }
}

/** Returns whether this browser has a session of the desk; true also when that cannot be found out. */
export async function hasSession(): Promise<boolean> {
  return (await readOperator()) !== null;
}

/** Returns how many approvals wait for this operator, without prolonging the session; undefined when that cannot be found out. */
export async function countApprovals(): Promise<number | undefined> {
  const operator = await readOperator();
  // Covers a page that was left open.
  if (operator === null) $isSignedOut.set(true);
  return operator?.waiting.approvals;
}

/**
 * Ends the waiting after the operator has signed in, here or in another tab. Another operator gets the page anew, because what
 * is typed in it is not theirs.
 * @throws ApiError, CallTimeoutError or NetworkError
 */
export async function resumeSession(): Promise<void> {
  const { data } = await call(getOperator, {}, { isBackground: true });
  if (operatorId && data.id !== operatorId) return location.reload();
  $isSignedOut.set(false);
}

function waitForSignIn(): Promise<void> {
  $isSignedOut.set(true);
  return new Promise((resolve) => {
    const stop = $isSignedOut.listen((isSignedOut) => {
      if (isSignedOut) return;
      stop();
      resolve();
    });
  });
}

/** Returns the operator of this browser's session; null without one, undefined when that cannot be found out. */
async function readOperator() {
  try {
    const { data } = await call(getOperator, {}, { isBackground: true });
    if (!$isSignedOut.get()) operatorId = data.id;
    return data;
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? null : undefined;
  }
}
