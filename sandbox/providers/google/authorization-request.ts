import { z } from 'zod';

const text = z.string().max(2_000);

/** Query of `/o/oauth2/v2/auth` (OpenID Connect Core 1.0, sections 3.1.2.1 and 3.2.2.1). */
const RequestSchema = z.object({
  client_id: text,
  redirect_uri: text,
  response_type: text.default(''),
  scope: text.default(''),
  state: text.optional(),
  nonce: text.optional(),
  code_challenge: text.optional(),
  code_challenge_method: text.optional(),
  login_hint: text.optional(),
  /** Sandbox extension: the `sub` chosen on the account chooser. */
  account: text.optional(),
});
export type AuthorizationRequest = z.output<typeof RequestSchema>;

/** The registered client and its allowed redirect origins. */
export interface ClientRules {
  clientId: string;
  /** URL of the product; redirect URIs on localhost are allowed as well. */
  productUrl: string;
}

/** The client or redirect URI is unknown, so the request must not redirect. */
export class UnknownClientError extends Error {
  override name = 'UnknownClientError';
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Parses an authorization request. Throws {@link UnknownClientError} when the client or redirect URI is not registered. */
export function readAuthorizationRequest(query: unknown, rules: ClientRules): AuthorizationRequest {
  const parsed = RequestSchema.safeParse(query);
  if (!parsed.success) throw new UnknownClientError('The request names no client, or something twice.');
  if (parsed.data.client_id !== rules.clientId)
    throw new UnknownClientError(`No application has the client id ${parsed.data.client_id}.`);
  if (!isKnownReturn(parsed.data.redirect_uri, rules))
    throw new UnknownClientError(`${parsed.data.redirect_uri} is not an address of the application.`);
  return parsed.data;
}

function isKnownReturn(address: string, { productUrl }: ClientRules): boolean {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.hash || url.username || url.password) return false;
  return LOCAL_HOSTS.includes(url.hostname) || url.origin === URL.parse(productUrl)?.origin;
}

/** Returns the OAuth error of an invalid request from a known client, or undefined when it is valid. */
export function requestError(
  request: AuthorizationRequest,
): { error: string; error_description: string } | undefined {
  const problem = (error: string, error_description: string) => ({ error, error_description });
  if (!['code', 'id_token'].includes(request.response_type))
    return problem('unsupported_response_type', 'response_type must be code or id_token.');
  if (!request.scope.split(' ').includes('openid'))
    return problem('invalid_scope', 'scope must name openid.');
  if (request.response_type === 'id_token' && !request.nonce)
    return problem('invalid_request', 'nonce is needed with response_type=id_token.');
  if (request.code_challenge && request.code_challenge_method !== 'S256')
    return problem('invalid_request', 'code_challenge_method must be S256.');
  return undefined;
}

/** Returns the redirect URI with the response: in the query for codes, in the fragment for tokens. */
export function returnAddress(request: AuthorizationRequest, response: Record<string, string>): string {
  const url = new URL(request.redirect_uri);
  const params = { ...response, ...(request.state !== undefined && { state: request.state }) };
  if (request.response_type === 'id_token') url.hash = new URLSearchParams(params).toString();
  else for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}
