import { createHash } from 'node:crypto';

/**
 * True in a full run (FULL=1, which `.ci/run` and `npm run test:processes` set): both queue backends, every generated security case,
 * every size. Otherwise tests use the embedded queue and samples.
 */
export const isFull: boolean = process.env.FULL === '1';

/** For `needs`: a test whose size cannot be smaller. */
export const fullSizes = isFull ? {} : { missing: 'Full sizes are for full runs (FULL=1).' };

/** Returns how often a random test is repeated: as the variable of the environment says, or else by the extent of the run. */
export const repetitionsOf = (variable: string, full: number, sample: number): number =>
  Number(process.env[variable] ?? (isFull ? full : sample));

/** Seed of the samples, printed with the totals of security cases. */
export const sampleSeed: string = process.env.SAMPLE_SEED ?? '20261122';

const shareOfSample = 0.03;

/**
 * Returns all cases, or a sample of them: always the same for one seed, at least one of a list that is not empty.
 *
 * @param nameOf a name that is unique in the list
 * @param share size of the sample, from 0 to 1
 */
export function casesToRun<Case>(
  cases: readonly Case[],
  nameOf: (item: Case) => string,
  share = shareOfSample,
): Case[] {
  if (isFull) return [...cases];
  const ranked = cases
    .map((item) => ({ item, rank: rankOf(nameOf(item)) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked.slice(0, Math.ceil(cases.length * share)).map(({ item }) => item);
}

/** Returns whether a case whose list is not known in advance belongs to the sample: always the same for one seed. */
export const isInSample = (name: string, share: number): boolean =>
  isFull || Number.parseInt(rankOf(name).slice(0, 8), 16) < share * 2 ** 32;

const rankOf = (name: string) => createHash('sha256').update(`${sampleSeed} ${name}`).digest('hex');
