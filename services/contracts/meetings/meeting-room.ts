import { parseUrl } from '../parse-url.ts';
import { hasTakenPlace, type MeetingStatus } from './meeting-status.ts';

/** Public Jitsi server: since August 2023 the first participant of a room signs in there (jitsi.org/blog/authentication-on-meet-jit-si). */
const publicRoomHost = 'meet.jit.si';

/** Returns whether a room opens only after a participant has signed in there with an account of another company. */
export function isPublicMeetingRoom(roomUrl: string): boolean {
  return parseUrl(roomUrl)?.hostname === publicRoomHost;
}

interface MeetingInRoom {
  status: MeetingStatus;
  endsAt: string | null;
  roomUrl: string | null;
}

/**
 * Returns whether a list of meetings shows {@link publicMeetingRoomNotice}: one of them has a time, is not over, and
 * takes place on the public server. `nowMs` in milliseconds since the epoch.
 */
export function needsPublicRoomNotice(meetings: readonly MeetingInRoom[], nowMs: number): boolean {
  return meetings.some(({ status, endsAt, roomUrl }) => {
    const hasTime = status === 'proposed' || status === 'accepted';
    return (
      roomUrl !== null && hasTime && !hasTakenPlace({ status, endsAt }, nowMs) && isPublicMeetingRoom(roomUrl)
    );
  });
}

/** Explains the sign-in of the public meeting server; shown only for rooms on it. */
export const publicMeetingRoomNotice =
  'The room is on meet.jit.si, a public service that is not ours. It opens only after one of you signs in there with a Google, GitHub or Facebook account; the other can then join without an account. No account? Let the other person sign in first.';
