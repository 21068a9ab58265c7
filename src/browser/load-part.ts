const attempts = 3;
const pauseMs = 700;
// With the pauses it stays below 10 s, after which a visitor should know.
const limitMs = 8_000;

/** The code of a part of a page could not be loaded. */
export class LoadError extends Error {
  constructor(options?: ErrorOptions) {
    super('The code could not be loaded', options);
    this.name = 'LoadError';
  }
}

/**
 * Loads a part of a page by its `import()`, which it repeats when it fails: twice, and for at most 8 s, because a stalled
 * one never ends.
 *
 * @throws LoadError
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LoadError()), limitMs);
  });
  try {
    return await Promise.race([repeat(load, attempts), limit]);
  } finally {
    clearTimeout(timer);
  }
}

async function repeat<T>(load: () => Promise<T>, left: number): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (left <= 1) throw new LoadError({ cause });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return repeat(load, left - 1);
  }
}

/** Loads the page again; the script of the layout keeps what was typed. */
export function loadPageAgain(): void {
  document.documentElement.dataset.lost ??= '';
  location.reload();
}
