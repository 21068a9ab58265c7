import { dev } from 'astro';
import { passToApi } from './pass-to-api.ts';

/** Child process of `npm run dev`: the pages with hot reload on one port, API paths forwarded to the API. */
const [port, apiPort] = process.argv.slice(2).map(Number);

const server = await dev({
  logLevel: 'warn',
  server: { port: Number(port), host: '127.0.0.1' },
  devToolbar: { enabled: false },
  vite: {
    server: { strictPort: true },
    plugins: [
      {
        name: 'pass-to-api',
        configureServer: ({ middlewares }) => void middlewares.use(passToApi(Number(apiPort))),
      },
    ],
  },
});
process.on('SIGTERM', () => void server.stop().finally(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
process.send?.({ type: 'ready' });
