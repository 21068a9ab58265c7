import { fileURLToPath } from 'node:url';

/**
 * Files of React Query, each with the file here that replaces it in a build.
 * @internal A test compares them with the library.
 */
export const replacedParts: Readonly<Record<string, string>> = {
  './mutationCache.js': './no-mutations.ts',
  './infiniteQueryBehavior.js': './no-infinite-queries.ts',
  './suspense.js': './no-suspense.ts',
  './errorBoundaryUtils.js': './no-suspense.ts',
};

// Other files of react-query, which no page imports, need more of the replaced parts.
const needsReplacements = (importer: string) =>
  importer.includes('/@tanstack/query-core/') ||
  (importer.includes('/@tanstack/react-query/') && importer.endsWith('/useBaseQuery.js'));

/**
 * Returns the Vite plugin that leaves mutations, infinite queries, and queries that suspend or throw their errors out of React
 * Query. It refers to them in any case, so bundlers cannot see that no page uses one; together they are 1.7 kB of each island page.
 */
export function leaveOutUnusedQueries() {
  return {
    name: 'leave-out-unused-queries',
    apply: 'build' as const,
    enforce: 'pre' as const,
    resolveId(source: string, importer: string | undefined) {
      const replacement = importer && needsReplacements(importer) ? replacedParts[source] : undefined;
      return replacement && fileURLToPath(new URL(replacement, import.meta.url));
    },
  };
}
