/** Issuer of the tokens of Google Sign-In. */
export const googleIssuer = 'https://accounts.google.com';

interface Settings {
  GOOGLE_CLIENT_ID?: string | undefined;
  GOOGLE_CLIENT_SECRET?: string | undefined;
  GOOGLE_ISSUER: string;
}

/** Returns the client of Google Sign-In and its addresses; null without a client: the browser then hides it. */
export function toGoogleClient({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_ISSUER,
}: Settings) {
  if (!clientId || !clientSecret) return null;
  const issuer = GOOGLE_ISSUER.replace(/\/$/, '');
  // The local provider serves all endpoints below its issuer URL; Google does not.
  const endpoints =
    issuer === googleIssuer
      ? {
          tokenUrl: 'https://oauth2.googleapis.com/token',
          userInfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
          jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
        }
      : { tokenUrl: `${issuer}/token`, userInfoUrl: `${issuer}/userinfo`, jwksUrl: `${issuer}/certs` };
  return { clientId, clientSecret, issuer, authorizationUrl: `${issuer}/o/oauth2/v2/auth`, ...endpoints };
}
