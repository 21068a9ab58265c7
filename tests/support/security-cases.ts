import { createHash } from 'node:crypto';
import { isFull } from './vitest/extent.ts';

/** What generated security cases found, by kind of case. */
export interface SecurityCount {
  kind: string;
  cases: number;
  deviations: number;
  /** Responses with a status of 500 and above. */
  serverErrors: number;
  /** Places in which a canary stood where it must not. */
  canaries: number;
}

declare module 'vitest' {
  interface TaskMeta {
    /** Set by a test that runs generated security cases; the summary of the run adds them up. */
    security?: SecurityCount;
  }
}

/** Seed of the sample, printed with the totals. */
export const sampleSeed: string = process.env.SECURITY_SEED ?? '20261122';

const shareOfSample = 0.05;

/**
 * Returns all cases, or a sample of them: always the same for one seed, at least one of a list that is not empty.
 *
 * @param nameOf a name that is unique in the list
 * @param share size of the sample, from 0 to 1
 */
export function casesToRun<Case>(
  cases: readonly Case[],
  nameOf: (one: Case) => string,
  share = shareOfSample,
): Case[] {
  if (isFull) return [...cases];
  const ranked = cases
    .map((one) => ({
      one,
      rank: createHash('sha256')
        .update(`${sampleSeed} ${nameOf(one)}`)
        .digest('hex'),
    }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked.slice(0, Math.ceil(cases.length * share)).map(({ one }) => one);
}

/** Returns the lines of the summary: totals by kind of case, and all together. */
export function describeSecurity(counts: readonly SecurityCount[]): string[] {
  if (counts.length === 0) return [];
  const kinds = [...new Set(counts.map(({ kind }) => kind))].sort();
  const line = (name: string, of: readonly SecurityCount[]) => {
    const total = (key: 'cases' | 'deviations' | 'serverErrors' | 'canaries') =>
      of.reduce((sum, one) => sum + one[key], 0).toLocaleString('en');
    return `${total('cases').padStart(8)}  ${name}: ${total('deviations')} deviations, ${total('serverErrors')} responses of 500, ${total('canaries')} canaries`;
  };
  return [
    '',
    isFull ? 'Security cases, all:' : `Security cases, a sample (seed ${sampleSeed}):`,
    ...kinds.map((kind) =>
      line(
        kind,
        counts.filter((one) => one.kind === kind),
      ),
    ),
    line('all', counts),
  ];
}
