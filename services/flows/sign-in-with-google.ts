import type * as contracts from '#contracts/accounts/google.ts';
import { completeRegistration, googleRedirect } from '#contracts/accounts/google.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { findGoogleAccount } from '#services/accounts/google/google-account.ts';
import {
  type GoogleIdentity,
  requireGoogle,
  signGoogleTicket,
} from '#services/accounts/google/google-identity.ts';
import { googleStateCookie } from '#services/accounts/google/google-state.ts';
import { firstName } from '#services/accounts/names.ts';
import { pageCookie } from '#services/accounts/sessions/page-session.ts';
import { startSession } from '#services/accounts/sessions/start-session.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { RedirectSignIn } from '#services/platform/http/access/redirect-sign-in.ts';
import { Reply } from '#services/platform/http/route.ts';
import { withdrawUnsentInvitations } from './recover-account.ts';

/** Signs in with an ID token that the browser received from Google. */
export const signInWithGoogle: Handler<typeof contracts.signInWithGoogle> = async (
  { body, ip, userAgent },
  deps,
) => {
  // Imported with the first sign-in: it brings jose.
  const { verifyGoogleToken } = await import('#services/accounts/google/verify-google-token.ts');
  const identity = await verifyGoogleToken(body.token, requireGoogle(deps.config));
  const { result, cookie } = await signInGoogleIdentity(identity, deps, {
    ...{ userAgent, ip, isKept: body.keepSignedIn },
  });
  return new Reply(200, result, cookie ? { 'Set-Cookie': cookie } : {});
};

/** Redirects to Google for a sign-in without a popup. */
export const startGoogleRedirect: Handler<typeof contracts.startGoogleRedirect> = async ({ query }, deps) =>
  (await redirects()).startRedirect(await googleSignIn(deps), {
    next: query.next,
    isKept: query.keepSignedIn !== 'false',
  });

/** Redirects from Google to the return page; the result in its fragment is that of the call `signInWithGoogle`. */
export const finishGoogleRedirect: Handler<typeof contracts.finishGoogleRedirect> = async (_call, deps) =>
  (await redirects()).finishRedirect(await googleSignIn(deps));

// Passport is imported with the first sign-in by redirect; most sign-ins are by password or in a popup.
const redirects = () => import('#services/platform/http/access/redirect-sign-in.ts');

async function googleSignIn(deps: Deps): Promise<RedirectSignIn<GoogleIdentity>> {
  const { createGoogleStrategy } = await import('#services/accounts/google/google-strategy.ts');
  return {
    strategy: createGoogleStrategy(requireGoogle(deps.config), deps.config),
    returnPath: googleRedirect.returnPath,
    publicUrl: deps.config.publicUrl,
    log: deps.log,
    cookie: googleStateCookie(deps.config),
    async enter(identity, device) {
      const { result, cookie } = await signInGoogleIdentity(identity, deps, device);
      const { data } = result;
      if ('token' in data) return { result: data, cookie };
      return { result: { newcomer: Buffer.from(JSON.stringify(data)).toString('base64url') } };
    },
  };
}

/**
 * Returns a session with its page cookie for a verified Google identity with an account, otherwise a registration ticket. The first sign-in to an
 * account that was registered otherwise claims it, which withdraws what waits to be sent in its owner's name.
 */
async function signInGoogleIdentity(
  identity: GoogleIdentity,
  deps: Pick<Deps, 'config' | 'db'>,
  { userAgent, ip, isKept }: Parameters<RedirectSignIn<GoogleIdentity>['enter']>[1],
): Promise<{ result: ResponseBody<typeof contracts.signInWithGoogle>; cookie?: string }> {
  const account = await inTransaction(deps.db, async (manager) => {
    const user = await findGoogleAccount(manager, identity);
    if (user?.isClaimed) await withdrawUnsentInvitations(manager, user.id);
    return user;
  });
  if (account) {
    const token = await startSession(account.id, deps, userAgent, ip, isKept);
    const { role, fullName } = account;
    return {
      result: { message: 'Welcome back!', data: { token, role, firstName: firstName(fullName) } },
      cookie: await pageCookie(token, isKept, deps.config),
    };
  }
  const { email, fullName, pictureUrl } = identity;
  const googleId = await signGoogleTicket(identity, deps.config);
  return {
    result: {
      message: completeRegistration,
      data: { fullName, email, profilePictureUrl: pictureUrl, googleId },
    },
  };
}
