import express, { type CookieOptions, type Request, type Response, type Router } from 'express';
import { Passport, type Strategy } from 'passport';
import { describeError } from '../describe-error.ts';
import { HttpError, unauthenticated, unavailable } from '../errors.ts';
import type { Logger } from '../log.ts';
import { toHttpError } from './error-handler.ts';
import { rejectMethod } from './mount-routes.ts';
import { sameSitePath } from './same-site-path.ts';

/** Configuration of a sign-in by redirect (OAuth 2.0 authorization code flow). */
export interface RedirectSignIn<Identity> {
  /** Passport strategy that exchanges the code; its state store returns `{ next }` and stores state and nonce in a cookie. */
  strategy: Strategy;
  /** Paths below the router, and the page that receives the result. */
  paths: { start: string; callback: string; back: string };
  publicUrl: string;
  log: Logger;
  /** Signs the identity in. Returns the parameters for the fragment of the page. Throws `HttpError`. */
  enter(identity: Identity, userAgent: string | undefined): Promise<Record<string, string>>;
  /** Counts one use; throws `HttpError` over the limit. */
  limit(req: Request): Promise<void>;
  /** Cookie of the state store, cleared by the callback. */
  cookie: { name: string; options: CookieOptions };
}

const PROVIDER = 'provider';
const TIMEOUT_MS = 10_000;
const failed = 'Google Sign-In failed. Please try again.';

/** Creates the two routes: one redirects to the provider, the callback signs in and redirects to a page with the result. */
export function redirectSignIn<Identity>(parts: RedirectSignIn<Identity>): Router {
  const { paths, publicUrl, log } = parts;
  const passport = new Passport();
  // Registered by name: passport then copies the strategy for every request. A strategy object that is passed directly
  // is shared, and concurrent requests would get each other's identity.
  passport.use(PROVIDER, parts.strategy);
  const router = express.Router({ caseSensitive: true });

  router
    .route(paths.start)
    .head(rejectMethod(['GET']))
    .get((req, res, next) => {
      const state = { next: sameSitePath(req.query.next, publicUrl) };
      passport.authenticate(PROVIDER, { session: false, state } as object)(req, res, next);
    })
    .all(rejectMethod(['GET']));

  router
    .route(paths.callback)
    .head(rejectMethod(['GET']))
    .get(async (req, res) => {
      const outcome = await handleCallback(req, res).catch((error: unknown) => {
        const httpError = toHttpError(error);
        if (httpError.status >= 500)
          log.warn({ reason: describeError(error) }, 'A sign-in by redirect failed');
        return { error: httpError.message };
      });
      const { maxAge: _, ...cookieScope } = parts.cookie.options;
      res.clearCookie(parts.cookie.name, cookieScope);
      res.redirect(303, `${paths.back}#${new URLSearchParams(outcome)}`);
    })
    .all(rejectMethod(['GET']));

  async function handleCallback(req: Request, res: Response): Promise<Record<string, string>> {
    await parts.limit(req);
    const { code, error } = req.query;
    // Without either, passport would start a new sign-in.
    if (typeof code !== 'string' && typeof error !== 'string') throw unauthenticated(failed);
    const { identity, next } = await identify(req, res);
    const outcome = await parts.enter(identity, req.get('user-agent'));
    return { ...outcome, ...(next && { next }) };
  }

  function identify(req: Request, res: Response): Promise<{ identity: Identity; next: string | undefined }> {
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(
        () => reject(unavailable('Google did not answer in time. Please try again.', 5)),
        TIMEOUT_MS,
      );
      const settle = (error: unknown, identity: Identity | false, info?: Info, status?: number) => {
        clearTimeout(timeout);
        if (error) reject(toSignInError(error, log));
        else if (identity) resolve({ identity, next: sameSitePath(info?.state?.next, publicUrl) });
        else reject(unauthenticated(status === 403 ? notStartedHere : declined));
      };
      passport.authenticate(PROVIDER, { session: false }, settle)(req, res, reject);
    });
  }

  return router;
}

interface Info {
  state?: { next?: unknown };
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
