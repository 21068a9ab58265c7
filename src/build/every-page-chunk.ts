// Their imports become part of the chunk.
const everyPage = {
  name: 'every-page',
  test: /\/src\/browser\/(?:kept-fields|load-part|session|toast)\.ts$|vite\/preload-helper/,
};

/**
 * Returns a Vite plugin that puts the modules of the layout's script into one chunk. The bundler makes seven of them, because
 * islands share some; but every page loads them all, and one chunk is 0.5 kB and six requests less.
 */
export function everyPageChunk() {
  return {
    name: 'every-page-chunk',
    apply: 'build' as const,
    configEnvironment: (name: string) =>
      name === 'client'
        ? { build: { rolldownOptions: { output: { codeSplitting: { groups: [everyPage] } } } } }
        : undefined,
  };
}
