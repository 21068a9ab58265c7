import { randomBytes } from 'node:crypto';
import { readStartSettings } from '../services/platform/config.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm run ops:rotate-keys`: creates a key that signs tokens. Where the settings come from the environment it prints the key
 * and what to do with it; the generated secrets of `npm start` it changes itself.
 */
await runCommand(async () => {
  const settings = readStartSettings();
  const isConfigured = settings.TOKEN_SECRET !== undefined || settings.TOKEN_KEYS !== undefined;
  process.stdout.write(isConfigured ? describe(settings) : await rotateGenerated(settings.DATA_DIR));
  return 0;
});

function describe({ TOKEN_KEYS = {}, TOKEN_SIGNING_KEY, TOKEN_DAYS }: Settings): string {
  const numbers = Object.keys(TOKEN_KEYS).map(Number);
  const newest = Math.max(0, ...numbers);
  const next = newest + 1;
  const listed = numbers.length > 0 ? 'the entries that are there, a comma, and the new one' : 'the new one';
  return `A new key for TOKEN_KEYS. It is shown once:

  ${next}:${randomBytes(32).toString('base64')}

1. Set TOKEN_KEYS to ${listed}, and TOKEN_SIGNING_KEY=${TOKEN_SIGNING_KEY ?? newest}. Restart all API and worker processes, one
   after the other. All of them now accept tokens of the new key; none signs with it.
2. Remove TOKEN_SIGNING_KEY. Restart them again. The new key signs; no session ends.
3. After ${TOKEN_DAYS} days (TOKEN_DAYS) no session has a token of an earlier key, only links in mails have. Removing a
   key from TOKEN_KEYS ends its tokens; the first key is TOKEN_SECRET, which is replaced by another value instead.

A key that became known: do the three steps at once. Its sessions and links end with the third.
`;
}

// Imported on demand: the production image does not contain the start of the embedded product.
async function rotateGenerated(dataDir: string): Promise<string> {
  const { addTokenKey } = await import('#sandbox/start/load-secrets.ts');
  const number = await addTokenKey(dataDir);
  return `Key ${number} is in ${dataDir}/secrets.json. Restart the product (npm start): the key then signs, and no session ends.\n`;
}

type Settings = ReturnType<typeof readStartSettings>;
