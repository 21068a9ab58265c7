import {
  type GoogleCallbackParameters,
  type Profile,
  Strategy,
  type StrategyOptions,
  type VerifyCallback,
} from 'passport-google-oauth20';
import { googleRedirect } from '#contracts/google.ts';
import type { Config } from '#services/platform/config.ts';
import { unauthenticated } from '#services/platform/errors.ts';
import { googleStateCookie, readGoogleState, signGoogleState } from './google-state.ts';
import type { GoogleConfig } from './require-google.ts';
import { verifyGoogleToken } from './verify-google-token.ts';

type StrategyConfig = Pick<Config, 'publicUrl' | 'token'>;

/** Signs people in by redirect, with PKCE. Who they are comes from the ID token, as on every other way. */
export function createGoogleStrategy(google: GoogleConfig, config: StrategyConfig): Strategy {
  const options = {
    clientID: google.clientId,
    clientSecret: google.clientSecret,
    authorizationURL: google.authorizationUrl,
    tokenURL: google.tokenUrl,
    userProfileURL: google.userInfoUrl,
    callbackURL: `${config.publicUrl}${googleRedirect.callbackPath}`,
    scope: ['openid', 'email', 'profile'],
    pkce: true,
    // The strategy counts parameters to see what a store can do; the types know only the shortest form.
    store: createStateStore(config) as unknown as NonNullable<StrategyOptions['store']>,
  };
  return new HeaderStrategy(options, (_accessToken, _refreshToken, params, profile, done) => {
    verifyGoogleToken(params.id_token ?? '', google).then((identity) => {
      // Who the access token belongs to and whom the ID token names must be one person.
      if (identity.sub === profile.id) done(null, identity);
      else done(unauthenticated('Google Sign-In failed. Please try again.'));
    }, done);
  });
}

type Verify = (
  accessToken: string,
  refreshToken: string,
  params: GoogleCallbackParameters,
  profile: Profile,
  done: VerifyCallback,
) => void;

/** Sends the access token in a header; in an address it would end up in logs. */
class HeaderStrategy extends Strategy {
  constructor(options: StrategyOptions, verify: Verify) {
    super(options, verify);
    // biome-ignore lint/correctness/useHookAtTopLevel: its name begins like a hook of React, and it is none
    this._oauth2.useAuthorizationHeaderforGET(true);
  }
}

interface OAuthRequest {
  headers: { cookie?: string | undefined };
  res: { cookie(name: string, value: string, options: object): unknown };
}

/** Keeps state, proof and way back in one signed cookie of the browser, because there are no sessions to keep them. */
function createStateStore(config: StrategyConfig) {
  const { name, options } = googleStateCookie(config);
  return {
    store(
      { res }: OAuthRequest,
      verifier: string,
      state: { next?: string } | undefined,
      _meta: unknown,
      done: (error: unknown, nonce?: string) => void,
    ): void {
      signGoogleState({ verifier, next: state?.next }, config).then(({ nonce, cookie }) => {
        res.cookie(name, cookie, options);
        done(null, nonce);
      }, done);
    },
    verify(
      { headers }: OAuthRequest,
      state: unknown,
      done: (error: unknown, verifier: string | false, state: object) => void,
    ): void {
      readGoogleState(state, headers.cookie, config).then(
        (stored) => done(null, stored?.verifier ?? false, { next: stored?.next }),
        (error: unknown) => done(error, false, {}),
      );
    },
  };
}
