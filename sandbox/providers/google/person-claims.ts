import type { JWTPayload } from 'jose';
import type { GooglePerson } from './google-people.ts';

/** Lifetime of ID tokens and access tokens, in seconds. */
export const TOKEN_LIFETIME_S = 3_600;

/** Returns the OpenID Connect claims of an account. */
export function personClaims(person: GooglePerson, issuer: string) {
  const [givenName, ...rest] = person.name.split(/\s+/);
  return {
    sub: person.sub,
    name: person.name,
    given_name: givenName,
    ...(rest.length > 0 && { family_name: rest.join(' ') }),
    picture: `${issuer}/people/${encodeURIComponent(person.sub)}/picture.svg`,
    email: person.email,
    email_verified: person.emailVerified,
    ...(person.hostedDomain && { hd: person.hostedDomain }),
  };
}

/** Returns the claims of an ID token for `clientId`, issued now. */
export function idTokenClaims(
  person: GooglePerson,
  { issuer, clientId, nonce }: { issuer: string; clientId: string; nonce?: string | undefined },
): JWTPayload {
  const iat = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    azp: clientId,
    aud: clientId,
    ...personClaims(person, issuer),
    ...(nonce && { nonce }),
    iat,
    exp: iat + TOKEN_LIFETIME_S,
  };
}
