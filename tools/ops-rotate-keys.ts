import { countKeyVersions, type KeyVersionCount } from '#services/admin/keys/credential-tables.ts';
import { countOthers, rotateCredentials } from '#services/admin/keys/rotate-credentials.ts';
import { ConfigError } from '../services/platform/config.ts';
import { type CredentialKeys, withCredentials } from './keys/credential-database.ts';
import { addCredentialKey, addTokenKey } from './keys/generate-secrets.ts';
import { printProgress, printTable } from './print.ts';
import { runWithOptions } from './run-command.ts';

const usage = `npm run ops:rotate-keys [tokens]
npm run ops:rotate-keys credentials -- [--new-key] [--status]

  tokens       creates a key that signs tokens, and prints what to do with it
  credentials  encrypts stored logins, codes, bank details and second factors with the newest key of CREDENTIAL_KEYS
    --new-key  creates that key, and prints what to do with it
    --status   prints which keys encrypt how many rows, and changes nothing

The product goes on meanwhile. The command can be ended at any time and started again.
Exit codes: 0 done, 1 refused or not possible, 2 rows of another key remain.
`;

const options = { 'new-key': { type: 'boolean' }, status: { type: 'boolean' } } as const;

/** `npm run ops:rotate-keys`: replaces the keys of tokens and of stored credentials. */
await runWithOptions(
  { usage, options, allowPositionals: true },
  async (values, [kind = 'tokens', ...others]) => {
    if (others.length > 0 || !['tokens', 'credentials'].includes(kind)) return undefined;
    if (kind === 'tokens' || values['new-key']) {
      process.stdout.write(await (kind === 'tokens' ? addTokenKey() : addCredentialKey()));
      return 0;
    }
    return withCredentials('courselift-rotate', async (db, keys) => {
      if (values.status) return report(await countKeyVersions(db), keys);
      if (Object.keys(keys.credentialKeys).length < 2)
        throw new ConfigError(
          `CREDENTIAL_KEYS lists key ${keys.credentialKeyVersion} alone, so there is no other one to encrypt with. Create it with: npm run ops:rotate-keys credentials -- --new-key`,
        );
      const onProgress = printProgress('Encrypting');
      const { rotated, unreadable, counts } = await rotateCredentials(db, keys, { onProgress });
      process.stdout.write(`${rotated} rows are encrypted with key ${keys.credentialKeyVersion} now.\n`);
      for (const row of unreadable) process.stdout.write(`Its key does not decrypt it: ${row}\n`);
      return report(counts, keys);
    });
  },
);

function report(counts: readonly KeyVersionCount[], keys: CredentialKeys): number {
  printTable(
    ['table', 'key', 'rows', ''],
    counts.map(({ table, keyVersion, n }) => [table, keyVersion, n, noteOn(keyVersion, keys)]),
  );
  const remaining = countOthers(counts, keys);
  process.stdout.write(
    remaining === 0
      ? `Nothing remains: key ${keys.credentialKeyVersion} encrypts all rows.\n`
      : `${remaining} rows of other keys than ${keys.credentialKeyVersion} remain. Run: npm run ops:rotate-keys credentials\n`,
  );
  return remaining === 0 ? 0 : 2;
}

function noteOn(keyVersion: string, { credentialKeys, credentialKeyVersion }: CredentialKeys): string {
  if (!credentialKeys[keyVersion]) return 'not in CREDENTIAL_KEYS';
  return keyVersion === credentialKeyVersion ? 'encrypts' : '';
}
