import { completeRegistration, type signInWithGoogle } from '#contracts/accounts/google.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import type { Deps } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { firstName } from '../names.ts';
import { startSession } from '../sessions/start-session.ts';
import { findGoogleAccount } from './find-google-account.ts';
import type { GoogleIdentity } from './google-identity.ts';
import { signGoogleTicket } from './google-ticket.ts';

/** Returns a session for a verified Google identity with an account, otherwise a registration ticket. */
export async function signInGoogleIdentity(
  identity: GoogleIdentity,
  deps: Pick<Deps, 'config' | 'db'>,
  userAgent?: string,
  ip?: string,
): Promise<ResponseBody<typeof signInWithGoogle>> {
  const account = await inTransaction(deps.db, (manager) => findGoogleAccount(manager, identity));
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
