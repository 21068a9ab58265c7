import { expect, it } from 'vitest';
import { join } from '#tests/support/people/people.ts';
import { startTestProduct } from '#tests/support/product/test-product.ts';

const samples = 1_000;

/** How well two lists of times can be told apart: 0.5 not at all, 1 always (area under the ROC curve). */
function separability(first: number[], second: number[]): number {
  const all = [
    ...first.map((ms) => ({ ms, isFirst: true })),
    ...second.map((ms) => ({ ms, isFirst: false })),
  ];
  all.sort((a, b) => a.ms - b.ms);
  let rankSum = 0;
  all.forEach(({ isFirst }, index) => {
    if (isFirst) rankSum += index + 1;
  });
  const auc = (rankSum - (first.length * (first.length + 1)) / 2) / (first.length * second.length);
  return Math.max(auc, 1 - auc);
}

it('a wrong password of a known and of an unknown address take as long', async () => {
  const product = await startTestProduct({ RATE_LIMIT_FACTOR: '100000' });
  try {
    const { email: known } = await join(product.url, 'learner');
    const timeOf = async (email: string): Promise<number> => {
      const startedAt = performance.now();
      const answer = await fetch(`${product.url}/api/user/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'a wrong password' }),
      });
      await answer.arrayBuffer();
      return performance.now() - startedAt;
    };
    for (let warmUp = 0; warmUp < 50; warmUp += 1) await timeOf(warmUp % 2 ? known : 'nobody@people.example');
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let sample = 0; sample < samples; sample += 1) {
      // Taken in turn, and first the one, then the other, so that the machine's moods hit both alike.
      const order = sample % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const kind of order) {
        times[kind].push(await timeOf(kind === 'known' ? known : `nobody-${sample}@people.example`));
      }
    }
    const auc = separability(times.known, times.unknown);
    process.stdout.write(
      `sign-in, known against unknown address, 2 × ${samples} samples: AUC ${auc.toFixed(3)}\n`,
    );
    expect(auc).toBeLessThanOrEqual(0.55);
  } finally {
    await product.close();
  }
});
