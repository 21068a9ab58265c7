import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({
  output: 'server',
  outDir: '../../../../.bench/astro',
  cacheDir: '../../../../.bench/astro-cache',
  adapter: node({ mode: 'middleware' }),
  session: false,
});
