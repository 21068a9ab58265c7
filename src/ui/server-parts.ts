import type { ComponentType } from 'react';

/** The code of a lazily loaded component on a server, once it is loaded. */
export interface ServerPart<Props extends object> {
  Loaded?: ComponentType<Props>;
}

const waiting = new Set<() => Promise<void>>();

/** Registers a lazily loaded component, so that {@link loadServerParts} loads it. */
export function registerPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ServerPart<Props> {
  const part: ServerPart<Props> = {};
  waiting.add(async () => {
    part.Loaded = await load();
  });
  return part;
}

/**
 * Loads the components that browsers load lazily, and those that they bring: a server renders them with the page, and
 * `renderToString` does not wait. What fails to load is loaded for the next page.
 */
export async function loadServerParts(): Promise<void> {
  while (waiting.size > 0)
    await Promise.all(
      [...waiting].map(async (load) => {
        await load();
        waiting.delete(load);
      }),
    );
}
