import { googleRedirect, signInWithGoogle } from '#contracts/google.ts';
import type { Deps } from '#services/deps.ts';
import type { RedirectSignIn } from '#services/platform/http/redirect-sign-in.ts';
import { enterWithGoogle } from './enter-with-google.ts';
import type { GoogleIdentity } from './google-identity.ts';
import { googleStateCookie } from './google-state.ts';
import { createGoogleStrategy } from './google-strategy.ts';
import { type GoogleConfig, requireGoogle } from './require-google.ts';
