import { fileURLToPath } from 'node:url';

/**
 * Files of @tanstack/query-core, each with the file here that replaces it in a build.
 * @internal A test compares them with the library.
 */
export const replacedParts: Readonly<Record<string, string>> = {
  './mutationCache.js': './no-mutations.ts',
  './infiniteQueryBehavior.js': './no-infinite-queries.ts',
};

/**
 * Returns the Vite plugin that leaves mutations and infinite queries out of React Query. `QueryClient` creates a cache
 * of mutations in any case, so bundlers cannot see that no page uses one; together they are 1.4 kB of each island page.
 */
export function leaveOutUnusedQueries() {
  return {
    name: 'leave-out-unused-queries',
    apply: 'build' as const,
    enforce: 'pre' as const,
    resolveId(source: string, importer: string | undefined) {
      const replacement = importer?.includes('/@tanstack/query-core/') ? replacedParts[source] : undefined;
      return replacement && fileURLToPath(new URL(replacement, import.meta.url));
    },
  };
}
