import { playwright } from '@vitest/browser-playwright';
import type { TestProjectConfiguration } from 'vitest/config';
import { brandDefinitions } from '#src/build/brand.ts';
import { chromiumFlags } from '../browser/chromium-flags.ts';
import { testBrand } from '../product/test-brand.ts';
import { patienceMs, patient } from '../soon.ts';
import { hangMs } from './limits.ts';
import { findChromium } from './requirements.ts';

const { path } = findChromium();

/**
 * Component tests: islands in Chromium, without a product. Without Chromium one file reports them as skipped, or fails in
 * a strict run.
 */
export const components: TestProjectConfiguration = path
  ? {
      define: await brandDefinitions(testBrand),
      // As in astro.config.mjs.
      css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
      // A dependency that is found while tests run would reload the page.
      optimizeDeps: {
        include: [
          '@nanostores/persistent',
          '@tanstack/react-query',
          'eventsource-parser',
          'libphonenumber-js/min',
          'nanostores',
          'react',
          'react-dom/client',
          'react-dom/server',
          'react/jsx-dev-runtime',
          'zod/mini',
        ],
      },
      test: {
        name: 'components',
        include: ['src/**/*.component.test.tsx'],
        testTimeout: hangMs,
        hookTimeout: hangMs,
        expect: { poll: patient },
        // On a busy machine the page of the first file takes longer to open than the default of a minute, and then no file runs.
        env: { VITEST_BROWSER_IFRAME_TIMEOUT: String(hangMs) },
        browser: {
          enabled: true,
          connectTimeout: hangMs,
          headless: true,
          provider: playwright({
            launchOptions: { executablePath: path, args: chromiumFlags },
            // Clicks and fills wait for their element as long as expectations do, not until the test ends.
            actionTimeout: patienceMs,
          }),
          instances: [{ browser: 'chromium' }],
          screenshotFailures: false,
          locators: { exact: false },
        },
      },
    }
  : {
      test: {
        name: 'components',
        include: ['tests/support/vitest/components-skipped.ts'],
      },
    };
