import { signOut as contract } from '#contracts/accounts.ts';
import { call } from './api.ts';
import { paths } from './paths.ts';
import { endSession } from './session.ts';

const withinMs = 3_000;

/** Ends the session and goes home. Works without the server, too: the token is forgotten here in any case. */
export async function signOut(): Promise<void> {
  await call(contract, {}, { timeoutMs: withinMs }).catch(() => undefined);
  endSession(paths.home);
}
