import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const secretsSchema = z.object({
  TOKEN_SECRET: z.string(),
  CREDENTIAL_KEYS: z.string(),
  PAYMENT_SECRET_KEY: z.string(),
  POSTGRES_PASSWORD: z.string(),
});

/** What nobody configured: generated once per DATA_DIR, by the names of the settings they stand in for. */
export type Secrets = z.output<typeof secretsSchema>;

/** Reads `secrets.json` of the data folder, or makes it (mode 600). Losing it loses what was encrypted with it. */
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
  // Written aside and renamed: a start killed in the middle must not leave half a file.
  await writeFile(`${path}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return secrets;
}

function parse(path: string, text: string): Secrets {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} is damaged. Restore it, or remove the folder to begin with an empty database.`);
  }
}
