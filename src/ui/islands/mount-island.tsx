import { type ComponentType, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { IslandBoundary } from './IslandBoundary.tsx';

/**
 * Renders an island into its element, within a boundary for its errors: Astro calls it instead of the function of
 * `@astrojs/react` (islands.ts). Content of other frameworks in an island is not supported.
 */
export default (element: HTMLElement) =>
  (Island: ComponentType, props: object, _slots: object, { client }: { client: string }) => {
    if (!element.hasAttribute('ssr')) return;
    const island = (
      <IslandBoundary name={element.getAttribute('component-export') ?? ''} element={element}>
        <Island {...props} />
      </IslandBoundary>
    );
    startTransition(() => {
      if (client === 'only') return createRoot(element).render(island);
      hydrateRoot(element, island, {
        identifierPrefix: element.getAttribute('prefix') ?? '',
        onRecoverableError(error) {
          // The browser translated the page before; React renders the island again.
          if (!element.querySelector('font')) reportError(error);
        },
      });
    });
  };
