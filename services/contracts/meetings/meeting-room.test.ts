import { describe, expect, it } from 'vitest';
import { needsPublicRoomNotice } from './meeting-room.ts';

const nowMs = Date.parse('2026-11-22T12:00:00Z');
const meeting = {
  status: 'accepted',
  endsAt: '2026-11-22T12:30:00Z',
  roomUrl: 'https://meet.jit.si/room',
} as const;

describe('needsPublicRoomNotice', () => {
  it('is true once for any number of meetings on the public server that are still ahead', () => {
    expect(needsPublicRoomNotice([meeting, { ...meeting, status: 'proposed' }], nowMs)).toBe(true);
  });

  it.each([
    ['without a time', { status: 'awaiting_time', endsAt: null }],
    ['with a counter-proposal, which hides the room', { status: 'counter_proposed' }],
    ['that is cancelled', { status: 'cancelled' }],
    ['that is over', { endsAt: '2026-11-22T11:59:00Z' }],
    ['without a room', { roomUrl: null }],
    ['on another server', { roomUrl: 'https://jitsi.example/room' }],
    ['on a server whose name contains it', { roomUrl: 'https://meet.jit.si.example/room' }],
  ] as const)('is false for a meeting %s', (_, changes) => {
    expect(needsPublicRoomNotice([{ ...meeting, ...changes }], nowMs)).toBe(false);
  });
});
