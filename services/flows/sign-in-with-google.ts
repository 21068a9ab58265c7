import type { signInWithGoogle as contract } from '#contracts/accounts/google.ts';
import { requireGoogle } from '#services/accounts/google/require-google.ts';
import type { Handler } from '#services/deps.ts';
import { signInGoogleIdentity } from './sign-in-google-identity.ts';

/** Signs in with an ID token that the browser received from Google. */
export const signInWithGoogle: Handler<typeof contract> = async ({ body, ip, userAgent }, deps) => {
  // Imported with the first sign-in: it brings jose.
  const { verifyGoogleToken } = await import('#services/accounts/google/verify-google-token.ts');
  const identity = await verifyGoogleToken(body.token, requireGoogle(deps.config));
  return signInGoogleIdentity(identity, deps, userAgent, ip);
};
