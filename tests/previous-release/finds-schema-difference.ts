/** Comparisons of a test with the files of its own release, which fail on a newer schema although the code works. */
const comparisons = [
  { pattern: /\.createSchemaBuilder\(/, reason: 'compares the schema with the entities' },
  { pattern: /\bFROM pg_proc\b/, reason: 'lists the functions of the schema' },
  // Each run of the earlier command applies the earlier functions again, and then ours.
  { pattern: /'db-migrate'/, reason: 'runs db:migrate, and reads what it prints' },
];

/**
 * Returns why a test file of an earlier release must fail on a newer schema: it compares the schema itself with its own files.
 * Returns undefined for tests of behaviour, those of single migrations included.
 */
export function findsSchemaDifference(text: string): string | undefined {
  return comparisons.find(({ pattern }) => pattern.test(text))?.reason;
}
