import { parseArgs } from 'node:util';
import { countKeyVersions, type KeyVersionCount } from '#services/admin/keys/count-key-versions.ts';
import { countOthers, rotateCredentials } from '#services/admin/keys/rotate-credentials.ts';
import { ConfigError } from '../services/platform/config.ts';
import { addCredentialKey, addTokenKey } from './keys/add-key.ts';
import { type CredentialKeys, withCredentials } from './keys/credential-database.ts';
import { printProgress } from './print-progress.ts';
import { printTable } from './print-table.ts';
import { runCommand } from './run-command.ts';

const usage = `npm run ops:rotate-keys [tokens]
npm run ops:rotate-keys credentials -- [--new-key] [--status]

  tokens       creates a key that signs tokens, and prints what to do with it
  credentials  encrypts stored logins, codes, bank details and second factors with the newest key of CREDENTIAL_KEYS
    --new-key  creates that key, and prints what to do with it
    --status   prints which keys encrypt how many rows, and changes nothing

The product goes on meanwhile. The command can be ended at any time and started again.
Exit codes: 0 done, 1 refused or not possible, 2 rows of another key remain.
`;

/** `npm run ops:rotate-keys`: replaces the keys of tokens and of stored credentials. */
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'new-key': { type: 'boolean' },
      status: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [kind = 'tokens', ...others] = positionals;
  const isUnknown = others.length > 0 || !['tokens', 'credentials'].includes(kind);
  if (values.help || isUnknown) {
    process.stdout.write(usage);
    return values.help ? 0 : 1;
  }
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
    let print: ((done: number) => void) | undefined;
    const onProgress = (done: number, total: number) => {
      print ??= printProgress('Encrypting', total);
      print(done);
    };
    const { rotated, unreadable, counts } = await rotateCredentials(db, keys, { onProgress });
    process.stdout.write(`${rotated} rows are encrypted with key ${keys.credentialKeyVersion} now.\n`);
    for (const row of unreadable) process.stdout.write(`Its key does not decrypt it: ${row}\n`);
    return report(counts, keys);
  });
});

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
