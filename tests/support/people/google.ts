import { randomBytes } from 'node:crypto';
import {
  finalizeGoogle,
  googleRedirect,
  type PendingRegistration,
  signInWithGoogle,
} from '#contracts/accounts/google.ts';
import type { Sent } from '#contracts/endpoint.ts';
import type { GooglePerson } from '#sandbox/providers/google/google-people.ts';
import { callApi } from '../product/api-client.ts';
import type { TestProduct } from '../product/test-product.ts';

type WithGoogle = Pick<TestProduct, 'url' | 'config' | 'sandbox'>;

/** Creates an account at the fake Google, by default with a Gmail address. */
export function addGooglePerson(
  { sandbox }: WithGoogle,
  person: Partial<GooglePerson> = {},
): Promise<GooglePerson> {
  const key = randomBytes(4).toString('hex');
  return control(sandbox.googleIssuer, 'people', {
    name: 'Amara Okafor',
    email: `amara_${key}@gmail.com`,
    ...person,
  });
}

/** A token of an account, really signed, with claims replaced (null removes one). */
export async function orderIdToken(
  { sandbox }: WithGoogle,
  { sub }: GooglePerson,
  claims: Record<string, unknown> = {},
): Promise<string> {
  return (await control<{ id_token: string }>(sandbox.googleIssuer, 'id-tokens', { sub, claims })).id_token;
}

async function control<T>(issuer: string, path: string, body: object): Promise<T> {
  const answer = await fetch(`${issuer}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The fake Google responded with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

// The URL at which the sign-in page requests an ID token.
function authorizeAddress({ url, config }: WithGoogle, nonce: string): string {
  const { authorizationUrl = '', clientId = '' } = config.google ?? {};
  const query = {
    client_id: clientId,
    redirect_uri: `${url}/google-return`,
    response_type: 'id_token',
    scope: 'openid email profile',
    nonce,
    state: nonce,
  };
  return `${authorizationUrl}?${new URLSearchParams(query)}`;
}

/** Chooses an account and gives or declines consent on the fake Google's pages. Returns the redirect URL. */
export async function decideAtGoogle(
  address: string,
  { sub }: Pick<GooglePerson, 'sub'>,
  decision: 'allow' | 'deny' = 'allow',
): Promise<URL> {
  const answer = await fetch(`${address}&${new URLSearchParams({ account: sub })}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision }),
  });
  const location = answer.headers.get('location');
  if (!location) throw new Error(`The fake Google responded with ${answer.status}: ${await answer.text()}`);
  return new URL(location);
}

/** The ID token that the browser gets once a person has agreed. */
export async function credentialOf(product: WithGoogle, person: GooglePerson): Promise<string> {
  const back = await decideAtGoogle(authorizeAddress(product, 'nonce'), person);
  return new URLSearchParams(back.hash.slice(1)).get('id_token') ?? '';
}

/** Signs in with Google through the API. */
export async function enterAs(product: WithGoogle, person: GooglePerson) {
  return callApi(product.url, signInWithGoogle, { body: { token: await credentialOf(product, person) } });
}

/** Returns the registration ticket of a user without an account. */
export async function registrationOf(
  product: WithGoogle,
  person: GooglePerson,
): Promise<PendingRegistration> {
  const { body } = await enterAs(product, person);
  if (!('googleId' in body.data)) throw new Error(`${person.email} is no newcomer: ${body.message}`);
  return body.data;
}

/** The rest of a registration, right in every field. */
export function finalizeBody(googleId: string, overrides: object = {}): Sent<typeof finalizeGoogle>['body'] {
  return {
    phoneNumber: '+234 801 234 5678',
    country: 'Ghana',
    gender: 'female',
    role: 'learner',
    googleId,
    ...overrides,
  };
}

/** Registers a user through Google. Returns the session's token. */
export async function joinWithGoogle(product: WithGoogle, person: GooglePerson): Promise<string> {
  const { googleId } = await registrationOf(product, person);
  const { status, body } = await callApi(product.url, finalizeGoogle, { body: finalizeBody(googleId) });
  if (status !== 201) throw new Error(`The registration returned ${status}: ${body.message}`);
  return body.data.token;
}

/** A visit that left for Google: the address there, and the cookie that waits here. */
export interface Departure {
  address: string;
  cookie: string;
}

/** Begins the way without a popup. */
export async function leaveForGoogle(
  { url }: Pick<TestProduct, 'url'>,
  next?: string,
  keepSignedIn?: string,
): Promise<Departure> {
  const query = `?${new URLSearchParams({ ...(next !== undefined && { next }), ...(keepSignedIn && { keepSignedIn }) })}`;
  const answer = await fetch(`${url}${googleRedirect.startPath}${query}`, { redirect: 'manual' });
  const [cookie = ''] = answer.headers.getSetCookie().map((header) => header.split(';')[0] ?? '');
  return { address: answer.headers.get('location') ?? '', cookie };
}

/** Visits the redirect URL with these cookies and headers of the device. Returns the URL fragment that the page gets. */
export async function comeBackFrom(
  address: URL | string,
  cookie: string | undefined,
  device: Record<string, string> = {},
) {
  const headers = { ...device, ...(cookie && { cookie }) };
  const answer = await fetch(address, { redirect: 'manual', headers });
  const [path, fragment = ''] = (answer.headers.get('location') ?? '').split('#');
  return {
    status: answer.status,
    headers: answer.headers,
    path,
    outcome: Object.fromEntries(new URLSearchParams(fragment)) as Record<string, string>,
  };
}
