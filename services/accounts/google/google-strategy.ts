import {
  type GoogleCallbackParameters,
  type Profile,
  Strategy,
  type StrategyOptions,
  type VerifyCallback,
} from 'passport-google-oauth20';
import { googleRedirect } from '#contracts/accounts/google.ts';
import type { Config } from '#services/platform/config.ts';
import { unauthenticated } from '#services/platform/errors.ts';
import type { GoogleConfig } from './google-identity.ts';
import { googleStateCookie, readGoogleState, signGoogleState } from './google-state.ts';
import { verifyGoogleToken } from './verify-google-token.ts';

type StrategyConfig = Pick<Config, 'publicUrl' | 'token'>;

/**
 * Creates the Passport strategy for sign-in by redirect with PKCE. The identity comes from the ID token, as
 * in the popup flow.
 */
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
    // The strategy checks the arity of the store's functions at run time; its types declare only the shortest
    // form.
    store: createStateStore(config) as unknown as NonNullable<StrategyOptions['store']>,
  };
  return new HeaderStrategy(options, (_accessToken, _refreshToken, params, profile, done) => {
    verifyGoogleToken(params.id_token ?? '', google).then((identity) => {
      // The access token's account and the ID token's subject must match.
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

/** Sends the access token in the Authorization header, because query strings end up in logs. */
class HeaderStrategy extends Strategy {
  constructor(options: StrategyOptions, verify: Verify) {
    super(options, verify);
    // biome-ignore lint/correctness/useHookAtTopLevel: not a React hook despite its name
    this._oauth2.useAuthorizationHeaderforGET(true);
  }
}

interface OAuthRequest {
  headers: { cookie?: string | undefined };
  res: { cookie(name: string, value: string, options: object): unknown };
}

/** Stores state, PKCE verifier and return page in one signed cookie, because there is no server-side session. */
function createStateStore(config: StrategyConfig) {
  const { name, options } = googleStateCookie(config);
  return {
    store(
      { res }: OAuthRequest,
      verifier: string,
      state: { next?: string; isKept?: boolean } | undefined,
      _meta: unknown,
      done: (error: unknown, nonce?: string) => void,
    ): void {
      signGoogleState({ verifier, next: state?.next, isKept: state?.isKept ?? true }, config).then(
        ({ nonce, cookie }) => {
          res.cookie(name, cookie, options);
          done(null, nonce);
        },
        done,
      );
    },
    verify(
      { headers }: OAuthRequest,
      state: unknown,
      done: (error: unknown, verifier: string | false, state: object) => void,
    ): void {
      readGoogleState(state, headers.cookie, config).then(
        (stored) => done(null, stored?.verifier ?? false, { next: stored?.next, isKept: stored?.isKept }),
        (error: unknown) => done(error, false, {}),
      );
    },
  };
}
