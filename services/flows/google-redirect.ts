import {
  type finishGoogleRedirect as finishContract,
  googleRedirect,
  type startGoogleRedirect as startContract,
} from '#contracts/accounts/google.ts';
import type { GoogleIdentity } from '#services/accounts/google/google-identity.ts';
import { googleStateCookie } from '#services/accounts/google/google-state.ts';
import { requireGoogle } from '#services/accounts/google/require-google.ts';
import type { Deps, Handler } from '#services/deps.ts';
import type { RedirectSignIn } from '#services/platform/http/access/redirect-sign-in.ts';
import { signInGoogleIdentity } from './sign-in-google-identity.ts';

/** Redirects to Google for a sign-in without a popup. */
export const startGoogleRedirect: Handler<typeof startContract> = async ({ query }, deps) =>
  (await redirects()).startRedirect(await googleSignIn(deps), query.next);

/** Redirects from Google to the return page; the result in its fragment is that of the call `signInWithGoogle`. */
export const finishGoogleRedirect: Handler<typeof finishContract> = async (_call, deps) =>
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
    async enter(identity, { userAgent, ip }): Promise<Record<string, string>> {
      const { data } = await signInGoogleIdentity(identity, deps, userAgent, ip);
      if ('token' in data) return data;
      return { newcomer: Buffer.from(JSON.stringify(data)).toString('base64url') };
    },
  };
}
