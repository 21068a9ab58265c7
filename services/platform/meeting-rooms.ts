/** Public Jitsi server, which needs no keys: the first participant signs in there. */
export const publicMeetingUrl = 'https://meet.jit.si';

/** Default address of Jitsi as a Service (developer.8x8.com/jaas). */
const jaasUrl = 'https://8x8.vc';

/** Who signs the tokens of a server of our own; the secret is shared with it. */
interface SharedSecret {
  appId: string;
  appSecret: string;
}

/** Who signs the tokens of Jitsi as a Service; the private key is PKCS 8 in PEM. */
interface KeyPair {
  appId: string;
  keyId: string;
  privateKey: string;
}

/** Where meetings take place, and how tokens for the rooms are signed. */
export type MeetingRooms = { baseUrl: string } & (
  | { provider: 'open' }
  | ({ provider: 'jitsi' } & SharedSecret)
  | ({ provider: 'jaas' } & KeyPair)
);

interface Settings {
  MEETING_PROVIDER: MeetingRooms['provider'];
  MEETING_BASE_URL: string;
  MEETING_APP_ID?: string | undefined;
  MEETING_APP_SECRET?: string | undefined;
  MEETING_KEY_ID?: string | undefined;
}

/** Returns where meetings take place, or in one line what is missing for it. */
export function toMeetingRooms(settings: Settings): MeetingRooms | string {
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
