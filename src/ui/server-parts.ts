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

let loading = Promise.resolve();

/**
 * Loads the components that browsers load lazily, and those that they bring: a server renders them with the page, and
 * `renderToString` does not wait.
 */
export function loadServerParts(): Promise<void> {
  if (waiting.length > 0) loading = loading.then(loadWaiting);
  return loading;
}

async function loadWaiting(): Promise<void> {
  while (waiting.length > 0) await Promise.all(waiting.splice(0).map((load) => load()));
}
