import { completeRegistration, type signInWithGoogle } from '#contracts/accounts/google.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { findGoogleAccount } from '#services/accounts/google/find-google-account.ts';
import type { GoogleIdentity } from '#services/accounts/google/google-identity.ts';
import { signGoogleTicket } from '#services/accounts/google/google-ticket.ts';
import { firstName } from '#services/accounts/names.ts';
import { startSession } from '#services/accounts/sessions/start-session.ts';
import type { Deps } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { withdrawUnsentInvitations } from './withdraw-unsent-invitations.ts';

/**
 * Returns a session for a verified Google identity with an account, otherwise a registration ticket. The first sign-in to an
 * account that was registered otherwise claims it, which withdraws what waits to be sent in its owner's name.
 */
export async function signInGoogleIdentity(
  identity: GoogleIdentity,
  deps: Pick<Deps, 'config' | 'db'>,
  userAgent?: string,
  ip?: string,
): Promise<ResponseBody<typeof signInWithGoogle>> {
  const account = await inTransaction(deps.db, async (manager) => {
    const found = await findGoogleAccount(manager, identity);
    if (found?.isClaimed) await withdrawUnsentInvitations(manager, found.id);
    return found;
  });
  if (account) {
    const token = await startSession(account.id, deps, userAgent, ip);
    const { role, fullName } = account;
    return { message: 'Welcome back!', data: { token, role, firstName: firstName(fullName) } };
  }
  const { email, fullName, pictureUrl } = identity;
  const googleId = await signGoogleTicket(identity, deps.config);
  return {
    message: completeRegistration,
    data: { fullName, email, profilePictureUrl: pictureUrl, googleId },
  };
}
