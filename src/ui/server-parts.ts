import type { ComponentType } from 'react';

/** The code of a lazily loaded component on a server, once it is loaded. */
export interface ServerPart<Props extends object> {
  Loaded?: ComponentType<Props>;
}

const waiting: (() => Promise<void>)[] = [];

/** Registers a lazily loaded component, so that {@link loadServerParts} loads it. */
export function registerPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ServerPart<Props> {
  const part: ServerPart<Props> = {};
  waiting.push(async () => {
    part.Loaded = await load();
  });
  return part;
}

let loading: Promise<void> | undefined;

/**
 * Loads the components that browsers load lazily, and those that they bring: a server renders them with the page, and
 * `renderToString` does not wait. What fails to load is loaded for the next page.
 */
export function loadServerParts(): Promise<void> {
  loading ??= loadWaiting().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function loadWaiting(): Promise<void> {
  while (waiting.length > 0) {
    const parts = waiting.splice(0);
    try {
      await Promise.all(parts.map((load) => load()));
    } catch (error) {
      waiting.push(...parts);
      throw error;
    }
  }
}
