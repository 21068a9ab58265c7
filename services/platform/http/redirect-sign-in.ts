import express, { type CookieOptions, type Request, type Response, type Router } from 'express';
import { Passport, type Strategy } from 'passport';
import { describeError } from '../describe-error.ts';
import { HttpError, unauthenticated, unavailable } from '../errors.ts';
import type { Logger } from '../log.ts';
import { toHttpError } from './error-handler.ts';
import { rejectMethod } from './mount-routes.ts';
import { sameSitePath } from './same-site-path.ts';

/** How a sign-in by redirect is wired. */
export interface RedirectSignIn<Identity> {
  /** Decides who came back; its state store answers `{ next }` and keeps state and proof in a cookie. */
  strategy: Strategy;
  /** Paths below the router, and the page that is told the outcome. */
  paths: { start: string; callback: string; back: string };
  publicUrl: string;
  log: Logger;
  /** What the page is told in its fragment about somebody who came back. Throws `HttpError`. */
  enter(identity: Identity, userAgent: string | undefined): Promise<Record<string, string>>;
  /** Counts one use; throws `HttpError` over the limit. */
  limit(req: Request): Promise<void>;
  /** What the state store keeps in the browser; forgotten once somebody came back. */
  cookie: { name: string; options: CookieOptions };
}

const PROVIDER = 'provider';
const TIMEOUT_MS = 10_000;
const failed = 'Google Sign-In failed. Please try again.';

/** Two pages: one leads to the provider, the other takes people back in and hands on the outcome. */
export function redirectSignIn<Identity>(parts: RedirectSignIn<Identity>): Router {
  const { paths, publicUrl, log } = parts;
  const passport = new Passport();
  // By name, never the strategy itself: passport then makes a copy for every visit. One that is shared would answer
  // the visit that came last with the person of the one before.
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
      const outcome = await comeBack(req, res).catch((error: unknown) => {
        const refusal = toHttpError(error);
        if (refusal.status >= 500)
          log.warn({ reason: describeError(error) }, 'Nobody could sign in by redirect');
        return { error: refusal.message };
      });
      const { maxAge: _, ...place } = parts.cookie.options;
      res.clearCookie(parts.cookie.name, place);
      res.redirect(303, `${paths.back}#${new URLSearchParams(outcome)}`);
    })
    .all(rejectMethod(['GET']));

  async function comeBack(req: Request, res: Response): Promise<Record<string, string>> {
    await parts.limit(req);
    const { code, error } = req.query;
    // Without either, passport would take it for a visit that begins.
    if (typeof code !== 'string' && typeof error !== 'string') throw unauthenticated(failed);
    const { identity, next } = await identify(req, res);
    const outcome = await parts.enter(identity, req.get('user-agent'));
    return { ...outcome, ...(next && { next }) };
  }

  function identify(req: Request, res: Response): Promise<{ identity: Identity; next: string | undefined }> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(unavailable('Google did not answer in time. Please try again.', 5)),
        TIMEOUT_MS,
      );
      const decide = (error: unknown, identity: Identity | false, info?: Info, status?: number) => {
        clearTimeout(late);
        if (error) reject(toSignInError(error, log));
        else if (identity) resolve({ identity, next: sameSitePath(info?.state?.next, publicUrl) });
        else reject(unauthenticated(status === 403 ? notStartedHere : declined));
      };
      passport.authenticate(PROVIDER, { session: false }, decide)(req, res, reject);
    });
  }

  return router;
}

interface Info {
  state?: { next?: unknown };
}

const notStartedHere = 'This sign-in did not begin in this browser, or it took too long. Please try again.';
const declined = 'You did not continue with Google.';

// What the provider says is for the log: a page of ours must not say what stood in somebody's link.
function toSignInError(error: unknown, log: Logger): HttpError {
  if (error instanceof HttpError) return error;
  const { oauthError } = error as { oauthError?: { code?: unknown } };
  log.warn({ reason: describeError(error) }, 'The provider refused a sign-in by redirect');
  return typeof oauthError?.code === 'string'
    ? unavailable('Google cannot be reached right now. Please try again.', 5)
    : unauthenticated(failed);
}
