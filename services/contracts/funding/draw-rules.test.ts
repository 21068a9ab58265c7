import { createHash, createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../durations.ts';
import {
  commitmentOf,
  drawDay,
  drawRequest,
  type Hmac,
  verifyDraw,
  type WaitingDay,
  weightOf,
} from './draw-rules.ts';

const today = '2026-11-21';
const hex = () => randomBytes(32).toString('hex');
const dayBefore = (days: number) => new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10);

/** Days on which people wait, and who they are. */
function waitingSince(waits: readonly number[]): { days: WaitingDay[]; idsOf: Map<string, string[]> } {
  const idsOf = new Map<string, string[]>();
  for (const [index, wait] of [...waits].sort((a, b) => b - a).entries()) {
    const day = dayBefore(wait);
    idsOf.set(day, [...(idsOf.get(day) ?? []), `learner-${index}-waits-${wait}`]);
  }
  const days = [...idsOf].map(([day, ids]) => ({ day, n: ids.length, weight: weightOf(day, today) }));
  return { days, idsOf };
}

describe('a weight', () => {
  it.each([
    [0, 1],
    [1, 2],
    [59, 60],
    [60, 61],
    [61, 61],
    [4_000, 61],
    [-1, 1],
  ])('after %d days is %d', (waited, weight) => {
    expect(weightOf(dayBefore(waited), today)).toBe(weight);
  });
});

// Web Crypto's costs a trip to the thread pool each time: 10,000 draws took a minute on a busy machine.
const hmacOfNode: Hmac = (seed, text) =>
  createHmac('sha256', Buffer.from(seed, 'hex')).update(text).digest('hex');

describe('10,000 draws', () => {
  it('draw every request that waits over 60 days at least as often as the average, and follow the weights', async () => {
    const waits = [0, 0, 0, 1, 2, 3, 5, 8, 13, 20, 30, 40, 50, 59, 61, 61, 75, 90, 200, 400];
    const { days, idsOf } = waitingSince(waits);
    const wins = new Map([...idsOf.values()].flat().map((id) => [id, 0]));
    const draws = 10_000;
    for (let round = 0; round < draws; round += 1) {
      const [seed, first, second] = [hex(), hex(), hex()];
      const day = (await drawDay(seed, first, days, hmacOfNode)) ?? '';
      const ids = idsOf.get(day) ?? [];
      const winner = (await drawRequest(seed, { first, second }, ids, hmacOfNode)) ?? '';
      wins.set(winner, (wins.get(winner) ?? 0) + 1);
    }
    const average = draws / waits.length;
    const total = days.reduce((sum, { n, weight }) => sum + n * weight, 0);
    for (const { day, weight } of days) {
      for (const id of idsOf.get(day) ?? []) {
        const won = wins.get(id) ?? 0;
        const expected = (draws * weight) / total;
        // Six standard deviations: wrong once in a thousand million runs.
        expect([id, Math.abs(won - expected) < 6 * Math.sqrt(expected) + 6]).toEqual([id, true]);
        if (weight === 61) expect([id, won >= average]).toEqual([id, true]);
      }
    }
    expect([...wins.values()].reduce((sum, won) => sum + won, 0)).toBe(draws);
  });
});

describe('what the description says', () => {
  it('is what happens: SHA-256 of the seed’s bytes, and the first 52 bits of HMAC-SHA-256 by remainder', async () => {
    const [seed, nonce] = [hex(), hex()];
    expect(await commitmentOf(seed)).toBe(
      createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'),
    );
    const hash = hmacOfNode(seed, `day:${nonce}:0`) as string;
    const days = Array.from({ length: 7 }, (_, index) => ({ day: dayBefore(index), n: 1, weight: 1 }));
    expect(await drawDay(seed, nonce, days)).toBe(days[Number.parseInt(hash.slice(0, 13), 16) % 7]?.day);
  });

  it('returns undefined when there are no candidates', async () => {
    expect(await drawDay(hex(), hex(), [])).toBeUndefined();
    expect(await drawRequest(hex(), { first: hex(), second: hex() }, [])).toBeUndefined();
  });

  it('rejects a record with a duplicate candidate or a winner outside the candidates', async () => {
    const [seed, firstNonce, secondNonce] = [hex(), hex(), hex()];
    const candidates = ['a', 'a'];
    const record = {
      commitment: await commitmentOf(seed),
      days: [{ day: today, n: 2, weight: 1 }],
      firstNonce,
      day: today,
      candidates,
      secondNonce,
      seed,
      winner: 'a',
    };
    expect(await verifyDraw(record)).toBe(false);
    expect(await verifyDraw({ ...record, candidates: ['a', 'b'], winner: 'c' })).toBe(false);
  });
});
