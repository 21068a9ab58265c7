import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startDeadline, withinDeadline } from './request-deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('limits each wait of a call to what is left of its deadline, and to half a second after it', async () => {
  const deadline = startDeadline();
  const waits = await deadline.run(async () => {
    const first = withinDeadline(5_000);
    vi.advanceTimersByTime(4_000);
    const second = [withinDeadline(5_000), withinDeadline(5_000, 1_500), withinDeadline(300)];
    vi.advanceTimersByTime(3_000);
    return [first, ...second, withinDeadline(5_000)];
  });
  expect(waits).toEqual([5_000, 2_500, 1_000, 300, 500]);
});

it('does not limit what waits outside a call', () => {
  startDeadline();
  vi.advanceTimersByTime(60_000);
  expect(withinDeadline(5_000)).toBe(5_000);
});

it('rejects with 503 when the parts of a call together take too long, but not for a slow body', async () => {
  const deadline = startDeadline();
  await deadline.run(async () => vi.advanceTimersByTime(3_000));
  vi.advanceTimersByTime(20_000);
  deadline.extend(20_000);
  const late = deadline.run(() => new Promise(() => {}));
  const rejected = expect(late).rejects.toMatchObject({ status: 503, retryAfterS: 5 });
  await vi.advanceTimersByTimeAsync(4_700);
  await rejected;
});
