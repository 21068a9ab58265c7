import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const secretsSchema = z.object({
  TOKEN_SECRET: z.string(),
  TOKEN_KEYS: z.optional(z.string()),
  CREDENTIAL_KEYS: z.string(),
  PAYMENT_SECRET_KEY: z.string(),
  POSTGRES_PASSWORD: z.string(),
});

/** Generated values of secret settings that are not configured, created once per DATA_DIR. */
export type Secrets = z.output<typeof secretsSchema>;

/** Reads or creates `secrets.json` of the data folder (mode 600). Without it, encrypted data cannot be decrypted. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined) return parse(path, text);
  const secrets: Secrets = {
    TOKEN_SECRET: randomBytes(32).toString('base64'),
    CREDENTIAL_KEYS: `1:${randomBytes(32).toString('base64')}`,
    PAYMENT_SECRET_KEY: `sk_test_${randomBytes(20).toString('hex')}`,
    POSTGRES_PASSWORD: randomBytes(18).toString('hex'),
  };
  await save(path, secrets);
  return secrets;
}

/** Adds a key to a list in `secrets.json`, and returns its number. A running product uses it after its restart. */
export async function addKey(dataDir: string, list: 'TOKEN_KEYS' | 'CREDENTIAL_KEYS'): Promise<number> {
  const secrets = await loadSecrets(dataDir);
  const listed = secrets[list]?.split(',') ?? [];
  const number = Math.max(0, ...listed.map((entry) => Number.parseInt(entry, 10))) + 1;
  const keys = [...listed, `${number}:${randomBytes(32).toString('base64')}`];
  await save(join(dataDir, 'secrets.json'), { ...secrets, [list]: keys.join(',') });
  return number;
}

// Write to a temporary file and rename, so that a killed process leaves no partial file.
async function save(path: string, secrets: Secrets): Promise<void> {
  await writeFile(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

function parse(path: string, text: string): Secrets {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} is damaged. Restore it, or remove the folder to begin with an empty database.`);
  }
}
