import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { sendPage } from '../pages/sandbox-page.ts';
import { accessBlockedPage, chooserPage, consentPage } from './account-pages.ts';
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
  requestError,
  returnAddress,
  UnknownClientError,
} from './authorization-request.ts';
import type { GoogleParts } from './google-parts.ts';
import { type GooglePerson, GooglePersonSchema } from './google-people.ts';

const DecisionSchema = z.object({ decision: z.enum(['allow', 'deny']) });
const path = '/o/oauth2/v2/auth';

/** Routes of `/o/oauth2/v2/auth`: account chooser and consent, as plain links and forms without scripts. */
export function createAuthorize(parts: GoogleParts): Router {
  const { productName, client, productUrl, people, idTokens, grants } = parts;
  const router = Router();
  const rules = { clientId: client.id, productUrl };
  const address = (req: Request, account?: string) => {
    const query = new URLSearchParams(req.query as Record<string, string>);
    query.delete('account');
    if (account) query.set('account', account);
    return `${req.baseUrl}${req.path}?${query}`;
  };
  const choose = (req: Request, res: Response, status: number, problem?: string) => {
    const page = chooserPage(people.list(), ({ sub }) => address(req, sub), { productName, problem });
    sendPage(res, status, page);
  };

  function chosen({ account, login_hint: hint }: AuthorizationRequest): GooglePerson | undefined {
    if (account !== undefined) return people.find(account);
    return hint === undefined ? undefined : people.findByEmail(hint.toLowerCase());
  }

  async function grant(request: AuthorizationRequest, person: GooglePerson): Promise<Record<string, string>> {
    if (request.response_type === 'code') return { code: grants.issueCode({ sub: person.sub, request }) };
    return { id_token: await idTokens.sign(person, { nonce: request.nonce }) };
  }

  router.get(path, (req, res) => {
    const request = readAuthorizationRequest(req.query, rules);
    const error = requestError(request);
    if (error) return res.redirect(302, returnAddress(request, error));
    const person = chosen(request);
    if (!person) return choose(req, res, 200);
    const page = consentPage(person, { productName, chooserAddress: address(req) });
    sendPage(res, 200, page, [new URL(request.redirect_uri).origin]);
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
