import type { CourseQuery } from '#contracts/catalogue/catalogue.ts';
import { generatedPlatforms, generatedTopics, seededRandom } from '#services/catalogue/generate-courses.ts';

/** Last page of 12 courses below the cap of 1,000 results. */
const lastPage = 83;

/**
 * Draws searches as visitors send them: a few topics often and many rarely, with unfinished and misspelled words, a
 * fourth without words, and a tail of deep pages. The same seed gives the same searches.
 */
export function drawQueries(count: number, seed = 1): Partial<CourseQuery>[] {
  const random = seededRandom(seed);
  const pickEarly = (list: readonly string[]) => list[Math.floor(random() ** 2 * list.length)] ?? '';
  const isDrawn = (share: number) => random() < share;
  return Array.from({ length: count }, () => {
    const query: Partial<CourseQuery> = {};
    if (isDrawn(0.75)) query.search = drawWords(random, pickEarly);
    if (isDrawn(0.12)) query.platform = pickEarly(generatedPlatforms);
    if (isDrawn(0.12)) query.level = 'Beginner';
    if (isDrawn(0.1)) query.status = 'Free';
    if (isDrawn(0.06)) query.tags = pickEarly(generatedTopics);
    if (isDrawn(0.15)) query.sort = isDrawn(0.5) ? 'newest' : 'price';
    // Three of four look at the first page; the rest goes on, one in fifty to pages after the 30th.
    if (isDrawn(0.25)) query.page = 2 + Math.floor(random() ** 5 * (lastPage - 1));
    return query;
  });
}

function drawWords(random: () => number, pickEarly: (list: readonly string[]) => string): string {
  const word = pickEarly(generatedTopics).toLowerCase();
  const kind = random();
  if (kind < 0.15) return word.slice(0, Math.max(2, Math.ceil(word.length * random())));
  if (kind < 0.2) return word.slice(1);
  if (kind < 0.4) return `${word} for beginners`;
  if (kind < 0.55) return `${word} ${pickEarly(generatedTopics).toLowerCase()}`;
  return word;
}
