import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillSecrets } from '#tools/keys/generate-secrets.ts';
import { docker, findObstacle } from './docker.ts';
import { drill } from './drill.ts';

// `npm run test:containers`: builds, starts, kills, upgrades under load, backs up, restores and ends the containers of
// docker-compose.yml with the engine and the images that are here; see docs/operations.md#containers. Exit code 0: everything is
// right, or there is no engine (it says why); 1: something is not. COMPOSE_FILE may name more files than docker-compose.yml.

const images = [
  'node:24.21.0-bookworm-slim',
  'postgres:18.4',
  'redis:7.4.6',
  'caddy:2.10.2',
  'axllent/mailpit:v1.27',
];
const obstacle = await findObstacle(images);
if (obstacle) {
  process.stdout.write(`Skipped: ${obstacle}.\n`);
} else {
  const folder = await mkdtemp(join(tmpdir(), 'courselift-containers-'));
  const cleanUp = async () => {
    await docker('compose', 'down', '-v', '--timeout', '20').catch(() => {});
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void cleanUp().finally(() => process.exit(130)));
  try {
    const file = join(folder, 'env');
    const example = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
    // The product's image, with the sandbox beside it. What is set last counts.
    const settings = {
      COMPOSE_PROJECT_NAME: `courselift-drill-${process.pid}`,
      COMPOSE_PROFILES: 'trial,backup',
      SANDBOX: 'true',
      BRAND_CONTACT_EMAIL: 'hello@courselift.example',
      PAYMENT_BASE_URL: 'http://sandbox:4322/payments',
      PAYMENT_SECRET_KEY: 'sk_test_0123456789',
      SMTP_URL: 'smtp://sandbox:4323',
      RATE_LIMIT_FACTOR: '10000',
      RESERVATIONS_PER_SPONSOR: '100',
      API_CONTAINERS: '2',
      WORKER_CONTAINERS: '3',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    await writeFile(file, `${fillSecrets(example)}\n${lines.join('\n')}\n`, { mode: 0o600 });
    process.env.COMPOSE_ENV_FILES = file;
    process.exitCode = (await drill({ folder, file })) ? 0 : 1;
  } finally {
    await cleanUp();
  }
}
