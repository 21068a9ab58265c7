import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import type { AstroIntegration } from 'astro';

/** The integration of React, whose islands are rendered by mount-island.tsx and render-on-server.ts. */
export function islands(): AstroIntegration {
  const integration = react();
  const setUp = integration.hooks['astro:config:setup'];
  const clientEntrypoint = fileURLToPath(new URL('./mount-island.tsx', import.meta.url));
  const serverEntrypoint = fileURLToPath(new URL('./render-on-server.ts', import.meta.url));
  return {
    ...integration,
    hooks: {
      ...integration.hooks,
      'astro:config:setup': (options) =>
        setUp?.({
          ...options,
          addRenderer: (renderer) => options.addRenderer({ ...renderer, clientEntrypoint, serverEntrypoint }),
        }),
    },
  };
}
