/** The cache of mutations of a page without mutations: what `QueryClient` calls of it. */
export class MutationCache {
  findAll(): readonly never[] {
    return [];
  }

  resumePausedMutations(): Promise<void> {
    return Promise.resolve();
  }

  clear(): void {}
}
