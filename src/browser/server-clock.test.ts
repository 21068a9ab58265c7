import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { learnServerTime, serverNow } from './server-clock.ts';

const device = Date.parse('2026-01-01T10:00:10.000Z');
const response = (date: string, headers = {}) =>
  new Response('', { headers: { date, 'cache-control': 'no-store', ...headers } });

beforeEach(() => {
  vi.useFakeTimers({ now: device });
  learnServerTime(response('Thu, 01 Jan 2026 10:00:10 GMT'), device);
});
afterEach(() => {
  vi.useRealTimers();
});

it('is the device’s time without a response, and for a difference that the request explains', () => {
  expect(serverNow()).toBe(device);
  learnServerTime(response('Thu, 01 Jan 2026 10:00:08 GMT'), device - 4_000);
  expect(serverNow()).toBe(device);
});

it('is the server’s time on a device whose clock is a year ahead or behind', () => {
  learnServerTime(response('Wed, 01 Jan 2025 10:00:00 GMT'), device - 1_000);
  expect(Math.abs(serverNow() - Date.parse('2025-01-01T10:00:01.000Z'))).toBeLessThan(1_000);
  vi.advanceTimersByTime(60_000);
  expect(Math.abs(serverNow() - Date.parse('2025-01-01T10:01:01.000Z'))).toBeLessThan(1_000);
  learnServerTime(response('Fri, 01 Jan 2027 10:00:00 GMT'), Date.now());
  expect(Math.abs(serverNow() - Date.parse('2027-01-01T10:00:00.500Z'))).toBeLessThan(1_000);
});

it.each([
  ['may come from a cache', { 'cache-control': 'public, max-age=60' }],
  ['came from a cache', { age: '5' }],
  ['has no date', { date: '' }],
])('is not learnt from a response that %s', (_, headers) => {
  learnServerTime(response('Wed, 01 Jan 2025 10:00:00 GMT', headers), device);
  expect(serverNow()).toBe(device);
});
