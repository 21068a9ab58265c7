import { googleRedirect } from '#contracts/google.ts';
import type { Deps } from '#services/deps.ts';
import type { RedirectSignIn } from '#services/platform/http/redirect-sign-in.ts';
import type { GoogleIdentity } from './google-identity.ts';
import { googleStateCookie } from './google-state.ts';
import { createGoogleStrategy } from './google-strategy.ts';
import type { GoogleConfig } from './require-google.ts';
import { signInGoogleIdentity } from './sign-in-google-identity.ts';

const belowApi = (path: string) => path.replace(/^\/api/, '');

/**
 * Returns the routes of Google sign-in by redirect (without a popup). The result is the same as that of the
 * API call, passed to the return page in the URL fragment.
 */
export function googleRedirectPages(
  google: GoogleConfig,
  deps: Pick<Deps, 'config' | 'db' | 'log'>,
): Omit<RedirectSignIn<GoogleIdentity>, 'limit'> {
  const { startPath, callbackPath, returnPath } = googleRedirect;
  return {
    strategy: createGoogleStrategy(google, deps.config),
    paths: { start: belowApi(startPath), callback: belowApi(callbackPath), back: returnPath },
    publicUrl: deps.config.publicUrl,
    log: deps.log,
    cookie: googleStateCookie(deps.config),
    async enter(identity, userAgent): Promise<Record<string, string>> {
      const { data } = await signInGoogleIdentity(identity, deps, userAgent);
      if ('token' in data) return data;
      return { newcomer: Buffer.from(JSON.stringify(data)).toString('base64url') };
    },
  };
}
