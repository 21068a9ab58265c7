import * as z from 'zod';
import { type Currency, currencies } from '#contracts/money.ts';
import { type SettingsOf, url } from './setting-types.ts';

const settledLive: Currency[] = ['NGN', 'USD'];

/** Whether a secret key of the payment provider moves real money. */
export function isLiveKey(secretKey: string | undefined): boolean {
  return secretKey?.startsWith('sk_live_') === true;
}

/** Returns the currencies that are charged when the configuration names none (decisions section 3). */
export function defaultCurrencies(secretKey: string): Currency[] {
  return isLiveKey(secretKey) ? settledLive : [...currencies];
}

/** Returns why these currencies cannot be charged with this key; undefined when they can. */
export function currencyProblem(
  secretKey: string | undefined,
  chosen: readonly Currency[] = [],
): string | undefined {
  if (!isLiveKey(secretKey) || chosen.every((currency) => settledLive.includes(currency))) return undefined;
  return `PAYMENT_CURRENCIES holds ${chosen.filter((currency) => !settledLive.includes(currency))}, which the payment provider does not settle with a live PAYMENT_SECRET_KEY; set it to ${settledLive}.`;
}

/** Issuer of the tokens of Google Sign-In. */
const googleIssuer = 'https://accounts.google.com';

export const googleSchema = {
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: url('http', 'https').default(googleIssuer),
};

/** Returns the client of Google Sign-In and its addresses; null without a client: the browser then hides it. */
export function toGoogleClient({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_ISSUER,
}: SettingsOf<typeof googleSchema>) {
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

/** Public Jitsi server, which needs no keys: the first participant signs in there. */
const publicMeetingUrl = 'https://meet.jit.si';

/** Default address of Jitsi as a Service (developer.8x8.com/jaas). */
const jaasUrl = 'https://8x8.vc';

export const meetingSchema = {
  MEETING_PROVIDER: z.enum(['open', 'jitsi', 'jaas']).default('open'),
  MEETING_BASE_URL: url('https').default(publicMeetingUrl),
  MEETING_APP_ID: z.string().min(1).optional(),
  MEETING_APP_SECRET: z.string().min(1).optional(),
  MEETING_KEY_ID: z.string().min(1).optional(),
};

/**
 * Where meetings take place, and how tokens for the rooms are signed: with a secret that a server of our own shares, or with the
 * private key (PKCS 8 in PEM) of an account at Jitsi as a Service.
 */
export type MeetingRooms = { baseUrl: string } & (
  | { provider: 'open' }
  | { provider: 'jitsi'; appId: string; appSecret: string }
  | { provider: 'jaas'; appId: string; keyId: string; privateKey: string }
);

/** Returns where meetings take place, or in one line what is missing for it. */
export function toMeetingRooms(settings: SettingsOf<typeof meetingSchema>): MeetingRooms | string {
  const { MEETING_PROVIDER: provider, MEETING_APP_ID: appId, MEETING_APP_SECRET: secret } = settings;
  const { MEETING_KEY_ID: keyId } = settings;
  const baseUrl = settings.MEETING_BASE_URL.replace(/\/$/, '');
  if (provider === 'open') return { provider, baseUrl };
  if (!appId || !secret) return `MEETING_PROVIDER=${provider} needs MEETING_APP_ID and MEETING_APP_SECRET.`;
  if (provider === 'jitsi') {
    if (baseUrl === publicMeetingUrl)
      return 'MEETING_PROVIDER=jitsi needs MEETING_BASE_URL, your own server.';
    return { provider, baseUrl, appId, appSecret: secret };
  }
  if (!keyId) return 'MEETING_PROVIDER=jaas needs MEETING_KEY_ID.';
  // A file of environment variables has no lines within a value.
  const privateKey = secret.replaceAll('\\n', '\n');
  return { provider, baseUrl: baseUrl === publicMeetingUrl ? jaasUrl : baseUrl, appId, keyId, privateKey };
}
