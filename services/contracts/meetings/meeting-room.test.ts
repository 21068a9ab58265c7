import { expect, it } from 'vitest';
import { isPublicMeetingRoom } from './meeting-room.ts';

it.each([
  ['https://meet.jit.si/room', true],
  ['https://jitsi.example/room', false],
  ['https://meet.jit.si.example/room', false],
  ['room', false],
])('%s is on the public server: %s', (roomUrl, isPublic) => {
  expect(isPublicMeetingRoom(roomUrl)).toBe(isPublic);
});
