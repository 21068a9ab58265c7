import type { CourseRow } from '#contracts/catalogue/catalogue-import.ts';

const words = (text: string) =>
  text
    .trim()
    .split(/[,\n]/)
    .map((word) => word.trim());

/** Topics of generated courses, most frequent first. @internal Tests search for them. */
export const generatedTopics = words(`
  Python, JavaScript, Data Science, Excel, Machine Learning, Web Development, SQL, Project Management, Marketing, Design
  English, Leadership, Java, React, Statistics, Finance, Photography, Accounting, Cloud Computing, Cybersecurity
  Communication, Writing, C++, C#, Node.js, Data Analysis, Deep Learning, UX Research, Public Speaking, Algebra
  Calculus, Biology, Chemistry, Physics, Nutrition, Nursing, Public Health, Psychology, Philosophy, History
  Music Theory, Guitar, Piano, Drawing, Animation, Video Editing, Game Development, Kotlin, Swift, Rust
  Go, TypeScript, Kubernetes, Docker, Linux, Networking, Blockchain, Ethics, Law, Economics
  Entrepreneurship, Sales, Negotiation, Teaching, Português, Français, Español, Kiswahili, Arabic, Mandarin
  Agriculture, Climate, Energy, Architecture, Robotics, Electronics, Genetics, Astronomy, Geology, Linguistics
  Sociology, Anthropology, Journalism, Podcasting, Copywriting, Branding, Logistics, Supply Chains, Quality, Safety
  Carpentry, Sewing, Cooking, Gardening, First Aid, Yoga, Meditation, Chess, Bookkeeping, Tax
`);

/** Platforms of generated courses, most frequent first. @internal Tests filter by them. */
export const generatedPlatforms = words(`
  Udemy, Coursera, edX, Udacity, LinkedIn Learning, Pluralsight, FutureLearn, Skillshare, Codecademy, Khan Academy
  DataCamp, Alison, Open University, Treehouse, Domestika, Kadenze, Saylor Academy, Great Learning, Class Central, MOOCit
`);

const titleOpenings = words(`
  Introduction to, The Complete, Advanced, Practical, Mastering, Learn, Essential, Modern, Hands-on, Foundations of
  A First Course in, Understanding, Applied, Professional, Everyday, The Art of, Curso de, Cours de, Zero to Hero in, Fast
`);

/** Last parts of titles of generated courses. @internal Tests search for them. */
export const titleEndings = words(`
  for Beginners, Bootcamp, in Practice, from Scratch, Masterclass, for Everyone, Certificate, Specialization, Workshop
  for Teams, for Teachers, at Work, Step by Step, in 30 Days, Fundamentals, Projects, Crash Course, Essentials, Lab, Seminar
`);

const generatedVerbs = words(`
  Explore, Build with, Practise, Compare, Measure, Explain, Plan, Improve, Test, Discuss, Apply, Repair, Present, Question
`);

/**
 * Returns a pseudorandom number generator for the range 0 to 1 (mulberry32); the same seed gives the same sequence.
 * @internal Tests and benchmarks draw from it.
 */
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
