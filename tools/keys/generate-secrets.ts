import { randomBytes } from 'node:crypto';
import { readStartSettings } from '../../services/platform/config.ts';

const key = () => randomBytes(32).toString('base64');
const password = () => randomBytes(18).toString('hex');

/** The generator of each secret that an installation makes up itself. */
const generators: Record<string, () => string> = {
  TOKEN_SECRET: key,
  CREDENTIAL_KEYS: () => `1:${key()}`,
  POSTGRES_PASSWORD: password,
  POSTGRES_APP_PASSWORD: password,
  MEETING_XMPP_PASSWORD: password,
};

/** Returns the text of `.env.example` with a fresh value for each secret that is empty there. */
export function fillSecrets(example: string): string {
  return example.replaceAll(/^([A-Z_]+)=$/gm, (line, name: string) => `${line}${generators[name]?.() ?? ''}`);
}

type Settings = ReturnType<typeof readStartSettings>;

/**
 * Creates a key that signs tokens. Returns what to print: where the settings come from the environment the key and what to do
 * with it; the generated secrets of `npm start` are changed.
 */
export async function addTokenKey(): Promise<string> {
  const settings = readStartSettings();
  if (settings.TOKEN_SECRET !== undefined || settings.TOKEN_KEYS !== undefined)
    return describeToken(settings);
  const number = await addGenerated(settings, 'TOKEN_KEYS');
  return `Key ${number} is in ${settings.DATA_DIR}/secrets.json. Restart the product (npm start): the key then signs, and no session ends.\n`;
}

/** Creates a key that encrypts stored credentials; otherwise like {@link addTokenKey}. */
export async function addCredentialKey(): Promise<string> {
  const settings = readStartSettings();
  if (settings.CREDENTIAL_KEYS !== undefined) return describeCredential(settings);
  const number = await addGenerated(settings, 'CREDENTIAL_KEYS');
  return `Key ${number} is in ${settings.DATA_DIR}/secrets.json. Restart the product (npm start), then run: npm run ops:rotate-keys credentials\n`;
}

function describeToken({ TOKEN_KEYS, TOKEN_SIGNING_KEY, TOKEN_DAYS }: Settings): string {
  const { newest, entry, listed } = nextKey(TOKEN_KEYS);
  return `A new key for TOKEN_KEYS. It is shown once:

  ${entry}

1. Set TOKEN_KEYS to ${listed}, and TOKEN_SIGNING_KEY=${TOKEN_SIGNING_KEY ?? newest}. Restart all API and worker processes, one
   after the other. All of them now accept tokens of the new key; none signs with it.
2. Remove TOKEN_SIGNING_KEY. Restart them again. The new key signs; no session ends.
3. After ${TOKEN_DAYS} days (TOKEN_DAYS) no session has a token of an earlier key, only links in mails have. Removing a
   key from TOKEN_KEYS ends its tokens; the first key is TOKEN_SECRET, which is replaced by another value instead.

A key that became known: do the three steps at once. Its sessions and links end with the third.
`;
}

function describeCredential({ CREDENTIAL_KEYS, CREDENTIAL_ENCRYPTION_KEY }: Settings): string {
  const { newest, entry, listed } = nextKey(CREDENTIAL_KEYS);
  return `A new key for CREDENTIAL_KEYS. It is shown once; store it where the others are:

  ${entry}

1. Set CREDENTIAL_KEYS to ${listed}, and CREDENTIAL_ENCRYPTION_KEY=${CREDENTIAL_ENCRYPTION_KEY ?? newest}. Restart all API and
   worker processes, one after the other. All of them can now decrypt with the new key; none encrypts with it.
2. Remove CREDENTIAL_ENCRYPTION_KEY. Restart them again. The new key encrypts what is stored from now on.
3. Run: npm run ops:rotate-keys credentials
   It encrypts what was stored before, while the product runs. Run it again until nothing remains.
4. Remove the earlier key from CREDENTIAL_KEYS, and restart. Store it as long as there are backups of before.
`;
}

function nextKey(keys: Readonly<Record<string, string>> = {}) {
  const numbers = Object.keys(keys).map(Number);
  const newest = Math.max(0, ...numbers);
  return {
    newest,
    entry: `${newest + 1}:${randomBytes(32).toString('base64')}`,
    listed: numbers.length > 0 ? 'the entries that are there, a comma, and the new one' : 'the new one',
  };
}

// Imported on demand: the production image does not contain the start of the embedded product.
async function addGenerated({ DATA_DIR }: Settings, list: 'TOKEN_KEYS' | 'CREDENTIAL_KEYS'): Promise<number> {
  const { addKey } = await import('#sandbox/start/load-secrets.ts');
  return addKey(DATA_DIR, list);
}
