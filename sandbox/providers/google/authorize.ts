import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { sendPage } from '../pages/send-page.ts';
import { accessBlockedPage, chooserPage, consentPage } from './account-pages.ts';
import type { Grants } from './authorization-grants.ts';
import {
  type AuthorizationRequest,
  type ClientRules,
  readAuthorizationRequest,
  requestError,
  returnAddress,
  UnknownClientError,
} from './authorization-request.ts';
import type { GoogleKeys } from './google-keys.ts';
import { type GooglePeople, type GooglePerson, GooglePersonSchema } from './google-people.ts';
import { idTokenClaims } from './person-claims.ts';

/** Dependencies of the sign-in pages. */
export interface AuthorizeDeps {
  productName: string;
  issuer: string;
  rules: ClientRules;
  people: GooglePeople;
  keys: GoogleKeys;
  grants: Grants;
}

const DecisionSchema = z.object({ decision: z.enum(['allow', 'deny']) });
const path = '/o/oauth2/v2/auth';

/** Routes of `/o/oauth2/v2/auth`: account chooser and consent, as plain links and forms without scripts. */
export function createAuthorize({ productName, issuer, rules, people, keys, grants }: AuthorizeDeps): Router {
  const router = Router();
  const address = (req: Request, account?: string) => {
    const query = new URLSearchParams(req.query as Record<string, string>);
    query.delete('account');
    if (account) query.set('account', account);
    return `${req.baseUrl}${req.path}?${query}`;
  };
  const choose = (req: Request, res: Response, status: number, problem?: string) =>
    sendPage(
      res,
      status,
      chooserPage(people.list(), ({ sub }) => address(req, sub), { productName, problem }),
    );

  function chosen(request: AuthorizationRequest): GooglePerson | undefined {
    if (request.account !== undefined) return people.find(request.account);
    return request.login_hint === undefined
      ? undefined
      : people.findByEmail(request.login_hint.toLowerCase());
  }

  async function grant(request: AuthorizationRequest, person: GooglePerson): Promise<Record<string, string>> {
    if (request.response_type === 'code') return { code: grants.issueCode({ sub: person.sub, request }) };
    const claims = idTokenClaims(person, { issuer, clientId: rules.clientId, nonce: request.nonce });
    return { id_token: await keys.sign(claims) };
  }

  router.get(path, (req, res) => {
    const request = readAuthorizationRequest(req.query, rules);
    const error = requestError(request);
    if (error) return res.redirect(302, returnAddress(request, error));
    const person = chosen(request);
    if (!person) return choose(req, res, 200);
    sendPage(res, 200, consentPage(person, { productName, chooserAddress: address(req) }), [
      new URL(request.redirect_uri).origin,
    ]);
  });

  router.post(path, express.urlencoded({ extended: false }), async (req, res) => {
    const request = readAuthorizationRequest(req.query, rules);
    const error = requestError(request);
    if (error) return res.redirect(303, returnAddress(request, error));
    const person = chosen(request);
    if (!person) return addPerson(req, res);
    const { decision } = DecisionSchema.parse(req.body ?? {});
    const response = decision === 'allow' ? await grant(request, person) : { error: 'access_denied' };
    res.redirect(303, returnAddress(request, response));
  });

  function addPerson(req: Request, res: Response): void {
    const { name, email, emailVerified, hostedDomain } = (req.body ?? {}) as Record<string, string>;
    const parsed = GooglePersonSchema.safeParse({
      name,
      email,
      emailVerified: emailVerified === 'yes',
      hostedDomain: hostedDomain?.trim() || null,
    });
    if (!parsed.success) {
      choose(req, res, 400, 'Please enter a name and a valid email address.');
      return;
    }
    // The same address always belongs to the same account.
    const sub = people.findByEmail(parsed.data.email)?.sub ?? parsed.data.sub;
    people.save({ ...parsed.data, sub });
    res.redirect(303, address(req, sub));
  }

  router.use((error: unknown, _req: Request, res: Response, next: express.NextFunction) => {
    if (error instanceof UnknownClientError) sendPage(res, 400, accessBlockedPage(error.message));
    else next(error);
  });
  return router;
}
