import type { CourseRow } from '#contracts/catalogue/catalogue-import.ts';
import {
  generatedPlatforms,
  generatedTopics,
  generatedVerbs,
  titleEndings,
  titleOpenings,
} from './generated-words.ts';

/** Returns a pseudorandom number generator for the range 0 to 1 (mulberry32); the same seed gives the same sequence. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Generates fake courses for tests and benchmarks with the distribution of a real catalogue: a few topics and
 * platforms have most courses, names form a long tail of rare words, and some facts are missing. Deterministic by seed.
 */
export function* generateCourses(count: number, seed = 1): Generator<CourseRow> {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  // Squaring skews the distribution towards early entries.
  const pickEarly = <T>(list: readonly T[]): T => list[Math.floor(random() ** 2 * list.length)] as T;
  for (let number = 1; number <= count; number += 1) {
    const topic = pickEarly(generatedTopics);
    const second = pickEarly(generatedTopics);
    const platform = pickEarly(generatedPlatforms);
    const name = inventName(random);
    const isFree = random() < 0.3;
    const title = `${pick(titleOpenings)} ${topic} ${pick(titleEndings)}`;
    yield {
      title: random() < 0.5 ? title : `${title} with ${name}`,
      description: `${pick(generatedVerbs)} ${topic} and ${second} ${pick(titleEndings)}, ${pick(generatedVerbs)} ${pickEarly(generatedTopics)}, taught by ${name} ${inventName(random)}.`,
      platform,
      url: `https://${platform.toLowerCase().replace(/[^a-z]/g, '')}.example/course/${number}`,
      level: pick(['Beginner', 'Beginner', 'Intermediate', 'Advanced', 'All']),
      status: isFree ? 'Free' : 'Paid',
      ...(!isFree && random() < 0.9 && { price: Math.ceil(random() * 200) - 0.01, priceUnit: 'USD' }),
      tags: [...new Set([topic, second, pickEarly(generatedTopics)])],
      ...(random() < 0.85 && { rating: Math.round((3 + random() * 2) * 10) / 10 }),
      language: pickEarly(['English', 'Français', 'Português', 'Español', 'Kiswahili']),
      ...(random() < 0.8 && { duration: `${Math.ceil(random() * 40)} hours` }),
      checkedOn: `2026-${String(1 + Math.floor(random() * 9)).padStart(2, '0')}-15`,
    };
  }
}

const syllables = 'ba de ki lo mu na pe ri so tu va we xi yo za cha dri fle gro hu'.split(' ');

function inventName(random: () => number): string {
  let name = '';
  const length = 2 + Math.floor(random() * 2);
  for (let part = 0; part < length; part += 1) name += syllables[Math.floor(random() * syllables.length)];
  return name.charAt(0).toUpperCase() + name.slice(1);
}
