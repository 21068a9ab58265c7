import node from '@astrojs/node';
import react from '@astrojs/react';
import compressor from 'astro-compressor';
import { defineConfig } from 'astro/config';
import { stampBuild } from './services/sandbox/supervisor/front-build.ts';

export default defineConfig({
  output: 'static',
  adapter: node({ mode: 'middleware', staticHeaders: true }),
  integrations: [react(), compressor({ zstd: false }), stampBuild(import.meta.dirname)],
  session: false,
  markdown: { syntaxHighlight: false },
  security: {
    csp: { directives: ["default-src 'self'", "img-src 'self' data: blob:", "connect-src 'self'"] },
  },
  vite: {
    ssr: { noExternal: true, external: ['sharp'] },
    css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  },
});
