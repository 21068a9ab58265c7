import { readFile, writeFile } from 'node:fs/promises';
import { fillSecrets } from './keys/generate-secrets.ts';
import { runWithOptions } from './run-command.ts';

const usage = `npm run ops:env -- [--file FILE]

Writes FILE (.env by default), which must not exist: all settings of .env.example, with fresh secrets.
`;

/** `npm run ops:env`. */
await runWithOptions({ usage, options: { file: { type: 'string', default: '.env' } } }, async ({ file }) => {
  const example = await readFile(new URL('../.env.example', import.meta.url), 'utf8');
  try {
    await writeFile(file, fillSecrets(example), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${file} exists and was not changed.`);
  }
  process.stdout.write(`${file} has fresh secrets. Store a copy of them in a password store: without CREDENTIAL_KEYS a backup is of little use.

Next, set in it:
  PUBLIC_URL, SITE_ADDRESS    the address of the site
  BRAND_CONTACT_EMAIL         where people write to; BRAND_NAME and the settings beside it, where the site has a name of its own
  PAYMENT_SECRET_KEY          the secret key of the payment provider's dashboard
  SMTP_URL                    the mail server
  OPERATORS_EMAIL             a mailbox that is read every day
  BACKUP_RECIPIENTS           the public key of backups (npm run ops:backup -- --new-key FILE)
`);
  return 0;
});
