import express, { type Request, Router } from 'express';
import { z } from 'zod';
import type { GoogleClient, GoogleParts } from './google-parts.ts';
import { matchesChallenge, personClaims, TOKEN_LIFETIME_S } from './google-parts.ts';

const ExchangeSchema = z.object({
  grant_type: z.string().optional(),
  code: z.string().default(''),
  redirect_uri: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  code_verifier: z.string().optional(),
});
type Exchange = z.output<typeof ExchangeSchema>;

/** Routes of `/token` and `/userinfo`, which the product's server calls. */
export function createTokenEndpoint({ issuer, client, people, idTokens, grants }: GoogleParts): Router {
  const router = Router();

  router.post('/token', express.urlencoded({ extended: false }), async (req, res) => {
    res.set('cache-control', 'no-store');
    const exchange = ExchangeSchema.parse(req.body ?? {});
    const refuse = (status: number, error: string, error_description: string) =>
      void res.status(status).json({ error, error_description });
    if (!isClient(req, exchange, client))
      return refuse(401, 'invalid_client', 'The client id or secret is wrong.');
    if (exchange.grant_type !== 'authorization_code')
      return refuse(400, 'unsupported_grant_type', 'Only authorization_code is known here.');
    const grant = grants.consumeCode(exchange.code);
    const person = grant && people.find(grant.sub);
    if (!grant || !person) return refuse(400, 'invalid_grant', 'Malformed auth code.');
    if (grant.request.redirect_uri !== exchange.redirect_uri)
      return refuse(400, 'redirect_uri_mismatch', 'Bad Request');
    if (!matchesChallenge(grant.request, exchange.code_verifier))
      return refuse(400, 'invalid_grant', 'Invalid code verifier.');
    const { nonce, scope } = grant.request;
    res.json({
      access_token: grants.issueAccessToken(person.sub),
      expires_in: TOKEN_LIFETIME_S,
      scope,
      token_type: 'Bearer',
      id_token: await idTokens.sign(person, { nonce: nonce || null }),
    });
  });

  router.get('/userinfo', (req, res) => {
    const sub = grants.findSub(/^Bearer (\S+)$/i.exec(req.get('authorization') ?? '')?.[1] ?? '');
    const person = sub === undefined ? undefined : people.find(sub);
    if (!person) {
      res.status(401).json({ error: 'invalid_request', error_description: 'Invalid Credentials' });
      return;
    }
    res.set('cache-control', 'no-store').json(personClaims(person, issuer));
  });

  return router;
}

/** Returns whether the client credentials are valid, sent in the body or as basic authentication (RFC 6749, section 2.3.1). */
function isClient(req: Request, exchange: Exchange, client: GoogleClient): boolean {
  const basic = /^Basic (\S+)$/i.exec(req.get('authorization') ?? '')?.[1];
  const [id, secret] = basic
    ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    : [exchange.client_id, exchange.client_secret];
  return id === client.id && secret === client.secret;
}
