import { builtPages } from './built-pages.ts';

/** Builds the pages before the first journey, so that journeys that run at the same time do not build them twice. */
export default async function setup(): Promise<void> {
  await builtPages();
}
