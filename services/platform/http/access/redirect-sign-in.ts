import type { CookieOptions, Request, Response } from 'express';
import { Passport, type Strategy } from 'passport';
import { sameSitePath } from '#contracts/site/same-site-path.ts';
import { describeError } from '../../describe-error.ts';
import { HttpError, unauthenticated, unavailable } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { toHttpError } from '../error-handler.ts';
import { addressOf } from '../requests/client-address.ts';
import type { Redirect } from '../route.ts';

/** Configuration of a sign-in by redirect (OAuth 2.0 authorization code flow). */
export interface RedirectSignIn<Identity> {
  /** Passport strategy that exchanges the code; its state store returns {@link SignInState} and stores state and nonce in a cookie. */
  strategy: Strategy;
  /** The page that receives the result. */
  returnPath: string;
  publicUrl: string;
  log: Logger;
  /** Signs the identity in; `ip` as in {@link Call}, `isKept` whether the session outlives the browser. Returns the parameters for the fragment of the page, and a `Set-Cookie` header. Throws `HttpError`. */
  enter(
    identity: Identity,
    device: { userAgent: string | undefined; ip: string; isKept: boolean },
  ): Promise<{ result: Record<string, string>; cookie?: string | undefined }>;
  /** Cookie of the state store, cleared by the callback. */
  cookie: { name: string; options: CookieOptions };
}

/** What a sign-in began with. */
interface SignInState {
  /** The page to open after it. */
  next: string | undefined;
  isKept: boolean;
}

const PROVIDER = 'provider';
const TIMEOUT_MS = 10_000;
// Codes of Google have at most 256 bytes (its documentation, "Token size"); our state is shorter.
const MAX_URL_CHARS = 4_096;
const failed = 'Google Sign-In failed. Please try again.';

/** Returns the redirect to the provider. */
export function startRedirect<Identity>(
  signIn: RedirectSignIn<Identity>,
  { next, isKept }: SignInState,
): Redirect {
  return (req, res) =>
    new Promise((resolve, reject) => {
      res.once('close', resolve);
      const state = { next: sameSitePath(next, signIn.publicUrl), isKept };
      const options = { session: false, state } as object;
      passportFor(signIn).authenticate(PROVIDER, options)(req, res, reject);
    });
}

/** Returns the redirect of the provider's callback: signs in, and leads to the page with the result or the error. */
export function finishRedirect<Identity>(signIn: RedirectSignIn<Identity>): Redirect {
  const { cookie, log, returnPath } = signIn;
  return async (req, res, count) => {
    const handling = count().then(() => handleCallback(signIn, req, res));
    const outcome = await handling.catch((error: unknown) => {
      const httpError = toHttpError(error);
      if (httpError.status >= 500) log.warn({ reason: describeError(error) }, 'A sign-in by redirect failed');
      return { error: httpError.message };
    });
    const { maxAge: _, ...cookieScope } = cookie.options;
    res.clearCookie(cookie.name, cookieScope);
    res.redirect(303, `${returnPath}#${new URLSearchParams(outcome)}`);
  };
}

// For one request: passport stores nothing else, and a strategy that requests share would mix up their identities.
function passportFor<Identity>({ strategy }: RedirectSignIn<Identity>) {
  const passport = new Passport();
  passport.use(PROVIDER, strategy);
  return passport;
}

async function handleCallback<Identity>(
  signIn: RedirectSignIn<Identity>,
  req: Request,
  res: Response,
): Promise<Record<string, string>> {
  // The library puts the texts of the link into errors, which are logged.
  if (req.originalUrl.length > MAX_URL_CHARS) throw unauthenticated(failed);
  const { code, error } = req.query;
  const isGiven = (value: unknown) => typeof value === 'string' && value !== '';
  // Without either, passport would start a new sign-in and send its own redirect.
  if (!isGiven(code) && !isGiven(error)) throw unauthenticated(failed);
  const { identity, next, isKept } = await identify(signIn, req, res);
  const ip = addressOf(req);
  const { result, cookie } = await signIn.enter(identity, { userAgent: req.get('user-agent'), ip, isKept });
  if (cookie) res.append('Set-Cookie', cookie);
  return { ...result, ...(next && { next }) };
}

function identify<Identity>(
  signIn: RedirectSignIn<Identity>,
  req: Request,
  res: Response,
): Promise<SignInState & { identity: Identity }> {
  const { log, publicUrl } = signIn;
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(
      () => reject(unavailable('Google did not answer in time. Please try again.', 5)),
      TIMEOUT_MS,
    );
    const settle = (
      error: unknown,
      identity: Identity | false,
      info?: { state?: { next?: unknown; isKept?: boolean } },
      status?: number,
    ) => {
      clearTimeout(timeout);
      if (error) reject(toSignInError(error, log));
      else if (identity) {
        const { next, isKept = true } = info?.state ?? {};
        resolve({ identity, next: sameSitePath(next, publicUrl), isKept });
      } else reject(unauthenticated(status === 403 ? notStartedHere : declined));
    };
    passportFor(signIn).authenticate(PROVIDER, { session: false }, settle)(req, res, reject);
  });
}

const notStartedHere = 'This sign-in did not begin in this browser, or it took too long. Please try again.';
const declined = 'You did not continue with Google.';

// The provider's text is only logged: a page must not show text that came from a link.
function toSignInError(error: unknown, log: Logger): HttpError {
  if (error instanceof HttpError) return error;
  const { oauthError } = error as { oauthError?: { code?: unknown } };
  log.warn({ reason: describeError(error) }, 'The provider rejected a sign-in by redirect');
  return typeof oauthError?.code === 'string'
    ? unavailable('Google cannot be reached right now. Please try again.', 5)
    : unauthenticated(failed);
}
