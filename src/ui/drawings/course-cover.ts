import { type CourseTopic, type CourseWords, courseTopic } from './course-topic.ts';

/** Size of a cover in squares of 40 units. */
export const coverSize = { columns: 7, rows: 2 } as const;

/** Number of patterns in the sprite. */
export const coverPatterns = 32;

/** Pairs of colours of a topic, of which each cover omits one (cover-styles.ts). */
export const pairs = 4;

/** A generated cover: one of the patterns of the sprite in the colours of a topic, with the topic's icon in the last square. */
export interface CourseCover {
  topic: CourseTopic;
  /** Index of the pattern. */
  pattern: number;
  /** Index of the omitted pair of colours, so that covers of one topic differ. */
  omitted: number;
}

/** Chooses the cover of a course; the same title, description and tags always give the same cover. */
export function courseCover(words: CourseWords): CourseCover {
  const sum = sumOf(words.title);
  return {
    topic: courseTopic(words),
    pattern: Math.floor(sum / pairs) % coverPatterns,
    omitted: sum % pairs,
  };
}

/** Class names that set the colours of a cover. */
export function coverClass({ topic, omitted }: CourseCover): string {
  return `cloth cover cover-${topic} cover-without-${omitted}`;
}

function sumOf(text: string): number {
  let sum = 0;
  for (const character of text) sum += character.codePointAt(0) ?? 0;
  return sum;
}
