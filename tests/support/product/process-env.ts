import { nodeOptions } from './process-warnings.ts';

/** Returns the environment of a process that a test starts: these settings, and none of the machine's. */
export function processEnv(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    // Where Node stores compiled modules (vitest.config.ts); an empty value would be a folder.
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    ...settings,
    NODE_OPTIONS: [nodeOptions, settings.NODE_OPTIONS].filter(Boolean).join(' '),
  };
}
