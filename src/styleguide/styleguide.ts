import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Shows the design system at /styleguide while developing; a build does not contain it. */
export function styleguide(): AstroIntegration {
  return {
    name: 'styleguide',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command !== 'dev') return;
        const page = new URL('./Styleguide.astro', import.meta.url);
        injectRoute({ pattern: '/styleguide', entrypoint: fileURLToPath(page) });
      },
    },
  };
}
