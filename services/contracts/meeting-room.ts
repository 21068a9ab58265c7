/** Public Jitsi server: since August 2023 the first participant of a room signs in there (jitsi.org/blog/authentication-on-meet-jit-si). */
const publicRoomHost = 'meet.jit.si';

/** Returns whether a room opens only after a participant has signed in there with an account of another company. */
export function isPublicMeetingRoom(roomUrl: string): boolean {
  return URL.canParse(roomUrl) && new URL(roomUrl).hostname === publicRoomHost;
}

/** Explains the sign-in of the public meeting server; shown only for rooms on it. */
export const publicMeetingRoomNotice =
  'The room is on meet.jit.si, a public service that is not part of CourseLift. It opens only after one of you signs in there with a Google, GitHub or Facebook account; the other can then join without an account. No account? Let the other person sign in first.';
