import { parseUrl } from '../parse-url.ts';

/** Public Jitsi server: since August 2023 the first participant of a room signs in there (jitsi.org/blog/authentication-on-meet-jit-si). */
const publicRoomHost = 'meet.jit.si';

/** Returns whether a room opens only after a participant has signed in there with an account of another company. */
export function isPublicMeetingRoom(roomUrl: string): boolean {
  return parseUrl(roomUrl)?.hostname === publicRoomHost;
}

/** Says what the public meeting server asks for; shown only for rooms on it. */
export const publicMeetingRoomNotice =
  'The first of you to open this room signs in there with a Google, GitHub or Facebook account.';
