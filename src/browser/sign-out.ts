import { signOut as contract } from '#contracts/accounts/sign-in.ts';
import { call } from './api.ts';
import { paths } from './paths.ts';
import { endSession } from './session.ts';

const timeoutMs = 3_000;

/** Revokes the session on the server, deletes the token and redirects, also when the call fails. */
export async function signOut(goTo: string = paths.home): Promise<void> {
  await call(contract, {}, { timeoutMs }).catch(() => undefined);
  endSession(goTo);
}
