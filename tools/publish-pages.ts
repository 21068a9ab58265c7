import { fileURLToPath } from 'node:url';
import { readStartSettings } from '../services/platform/config.ts';
import { publishPages } from '../services/platform/http/pages/publish-pages.ts';
import { runWithOptions } from './run-command.ts';

const usage = `node tools/publish-pages.ts FOLDER

Writes the built pages to FOLDER, from which the proxy of docker-compose.yml serves them (docs/operations.md#containers).
`;

/** Run by the service "pages" of docker-compose.yml. */
await runWithOptions({ usage, options: {}, allowPositionals: true }, async (_, [folder, ...others]) => {
  if (!folder?.startsWith('/') || others.length > 0) return undefined;
  const dist = fileURLToPath(new URL('../dist', import.meta.url));
  const id = await publishPages(dist, folder, readStartSettings().PUBLIC_URL ?? '');
  process.stdout.write(`Pages of release ${id} are in ${folder}.\n`);
  return 0;
});
