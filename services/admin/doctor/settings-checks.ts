import type { DataSource } from 'typeorm';
import { refuseSamplePeople } from '#services/accounts/refuse-sample-people.ts';
import { describeTestKey, findSettingProblems } from '#services/platform/check-settings.ts';
import { type Config, describeMisspelledSettings } from '#services/platform/config.ts';
import { countKeyVersions, findMissingKeys, findWrongKeys } from '../keys/credential-tables.ts';
import { countOthers } from '../keys/rotate-credentials.ts';
import { type Check, failed, ok, skipped, warning } from './check.ts';

/** Checks of settings and keys. */
export function settingsChecks(config: Config, db: DataSource): Check[] {
  return [
    {
      name: 'Settings',
      why: 'A process does not start with them, or does not do what was intended.',
      section: 'checks-at-the-start',
      worksWithoutDatabase: true,
      async run() {
        const problems = findSettingProblems(config);
        if (problems.length > 0) return failed(problems.join(' '));
        const warnings = [...describeMisspelledSettings(), describeTestKey(config) ?? []].flat();
        if (warnings.length > 0) return warning(warnings.join('; '));
        return ok(
          config.isSandbox
            ? 'fit together; this is a sandbox, which may have sample secrets'
            : 'fit together',
        );
      },
    },
    {
      name: 'Sample people',
      why: 'Their password is public, and an operator is among them.',
      section: 'checks-at-the-start',
      async run() {
        if (config.isSandbox) return skipped('allowed in a sandbox');
        await refuseSamplePeople(db, config);
        return ok('none');
      },
    },
    {
      name: 'Stored credentials',
      why: 'What a missing or other key encrypts cannot be read; an earlier key that is in use cannot be removed.',
      section: 'keys-of-stored-credentials',
      run: () => checkCredentials(config, db),
    },
  ];
}

async function checkCredentials(config: Config, db: DataSource) {
  const counts = await countKeyVersions(db);
  const missing = findMissingKeys(counts, config.credentialKeys);
  if (missing.length > 0)
    return failed(
      missing
        .map(({ keyVersion, n }) => `key ${keyVersion} of ${n} rows is not in CREDENTIAL_KEYS`)
        .join(', '),
    );
  const [wrong] = await findWrongKeys(db, config);
  if (wrong)
    return failed(
      `key ${wrong.keyVersion} of CREDENTIAL_KEYS does not decrypt ${wrong.table} ${wrong.id}: another key, or a damaged row`,
    );
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  const others = countOthers(counts, config);
  const signing = config.token.signingKey ? `TOKEN_KEYS ${config.token.signingKey}` : 'TOKEN_SECRET';
  const text = `key ${config.credentialKeyVersion} encrypts ${total - others} of ${total} rows; ${signing} signs tokens`;
  return others > 0 ? warning(`${text}; move the others: npm run ops:rotate-keys credentials`) : ok(text);
}
