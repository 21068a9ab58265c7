import type { signInWithGoogle as contract } from '#contracts/google.ts';
import type { Handler } from '#services/deps.ts';
import { requireGoogle } from './require-google.ts';
import { signInGoogleIdentity } from './sign-in-google-identity.ts';
import { verifyGoogleToken } from './verify-google-token.ts';

/** Signs in with an ID token that the browser received from Google. */
export const signInWithGoogle: Handler<typeof contract> = async ({ body, ip, userAgent }, deps) => {
  const identity = await verifyGoogleToken(body.token, requireGoogle(deps.config));
  return signInGoogleIdentity(identity, deps, userAgent, ip);
};
