import node from '@astrojs/node';
import { defineConfig } from 'astro/config';
import compressor from 'astro-compressor';
import { nameRelease, stampBuild } from '#sandbox/start/front-build.ts';
import { siteAddress } from '#sandbox/start/product-environment.ts';
import { accentColours } from './services/platform/brand/accent-colours.ts';
import { toBrand } from './services/platform/brand/brand-settings.ts';
import { readStartSettings } from './services/platform/config.ts';
import { bundlerTargets } from './src/browser/browser-targets.ts';
import { leaveOutUnusedQueries } from './src/browser/query-core/leave-out-unused.ts';
import { accentStyles, brandDefinitions } from './src/build/brand.ts';
import { forgetRemovedStyles, preloadIslands, sharedChunks } from './src/build/chunks.ts';
import { leanContracts } from './src/build/lean-contracts.ts';
import { licenceNotices } from './src/build/licence-notices.ts';
import { narrowPolicies } from './src/build/narrow-policies.ts';
import { serviceWorker } from './src/build/service-worker.ts';
import { styleguide } from './src/styleguide/styleguide.ts';
import { fallbackFontFaces, lessDataFonts } from './src/styles/fallback-fonts.ts';
import { fonts } from './src/styles/fonts.ts';
import { coverStyles } from './src/ui/drawings/cover-styles.ts';
import { spriteName } from './src/ui/drawings/sprite/draw-sprite.ts';
import { islands } from './src/ui/islands/islands.ts';

// Only in the build: the development server runs packages as they are, and some are CommonJS. The server renders with
// React's production code, whatever NODE_ENV the process has.
const selfContained = {
  name: 'self-contained-server',
  apply: 'build',
  config: () => ({
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true, external: ['sharp'] },
  }),
};

// While developing, styles and scripts come in ways that no policy can name beforehand.
const openWhileDeveloping = {
  name: 'open-while-developing',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      if (command === 'dev') updateConfig({ security: { csp: false } });
    },
  },
};

const settings = readStartSettings();
const { brand } = toBrand(settings);
const release = nameRelease(import.meta.dirname, brand);

/** Generated rules by the end of the path of the stylesheet that they are added to. */
const generatedRules = {
  '/src/styles/global.css': `${brand.accent ? accentStyles(accentColours(brand.accent)) : ''}\n${fallbackFontFaces()}\n${lessDataFonts()}`,
  '/src/ui/drawings/course-cover.css': coverStyles(),
};
const generatedStyles = {
  name: 'generated-styles',
  enforce: 'pre',
  transform(code, id) {
    const stylesheet = Object.keys(generatedRules).find((path) => id.endsWith(path));
    return stylesheet && `${code}\n${generatedRules[stylesheet]}\n`;
  },
};

export default defineConfig({
  // Canonical addresses and pictures for sharing contain it: PUBLIC_URL, else this machine and PORT.
  site: siteAddress(settings),
  output: 'static',
  fonts,
  adapter: node({ mode: 'middleware', staticHeaders: true }),
  integrations: [
    openWhileDeveloping,
    islands(),
    // Before the compression of its pages.
    preloadIslands(),
    narrowPolicies(),
    licenceNotices(),
    serviceWorker(release),
    compressor({ zstd: false }),
    stampBuild(import.meta.dirname, brand),
    styleguide(),
  ],
  session: false,
  markdown: { syntaxHighlight: false },
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        // Google's host of account pictures: the page that completes a registration shows one.
        "img-src 'self' data: blob: https://lh3.googleusercontent.com",
        "connect-src 'self'",
      ],
    },
  },
  vite: {
    define: {
      ...(await brandDefinitions(brand)),
      'import.meta.env.SPRITE_ADDRESS': JSON.stringify(`/drawings/${spriteName()}.svg`),
      'import.meta.env.RELEASE': JSON.stringify(release),
    },
    plugins: [
      selfContained,
      generatedStyles,
      leanContracts(),
      sharedChunks(),
      forgetRemovedStyles(),
      leaveOutUnusedQueries(),
    ],
    build: {
      target: bundlerTargets,
      // A page's own styles stand in it: one style sheet blocks rendering, that of the layout.
      assetsInlineLimit: (file, content) => (file.endsWith('.css') ? content.length < 10_000 : undefined),
      // Slower than the bundler's own minifier, and 0.7 % smaller.
      minify: 'terser',
      terserOptions: { compress: { passes: 2 } },
    },
    css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  },
});
