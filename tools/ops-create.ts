import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import encodeQR from 'qr';
import type { OperatorLevel } from '#contracts/desk/operators.ts';
import { createOperator } from '#services/desk/operators/create-operator.ts';
import { totpUri } from '#services/desk/operators/second-factor.ts';
import { readStartSettings } from '../services/platform/config.ts';
import { inTransaction } from '../services/platform/database/transaction.ts';
import { withCredentials } from './keys/credential-database.ts';
import { runCommand } from './run-command.ts';

const usage = 'npm run ops:create -- --email ADDRESS --name "FULL NAME" [--lead]';

/** `npm run ops:create`: creates an operator and prints password, QR code and recovery codes once. */
await runCommand(async () => {
  const { values } = parseArgs({
    options: { email: { type: 'string' }, name: { type: 'string' }, lead: { type: 'boolean' } },
  });
  const email = values.email?.trim().toLowerCase() ?? '';
  const fullName = values.name?.trim() ?? '';
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || !fullName) throw new Error(`Usage: ${usage}`);
  const password = randomBytes(16).toString('base64url');
  const level: OperatorLevel = values.lead ? 'lead' : 'operator';
  const operator = { email, fullName, password, level, hasInitialPassword: true };
  const created = await withCredentials('courselift-ops', (db, keys) =>
    inTransaction(db, (manager) => createOperator(manager, operator, keys)),
  );
  const uri = totpUri(created.totpSecret, { email, issuer: readStartSettings().BRAND_NAME });
  const lines = [
    `${fullName} is ${level === 'lead' ? 'a lead' : 'an operator'} now. This is shown once:`,
    '',
    `  Sign in at     /ops/sign-in`,
    `  E-mail         ${email}`,
    `  Password       ${password} (the first sign-in replaces it)`,
    `  TOTP secret    ${created.totpSecret}`,
    '',
    encodeQR(uri, 'ascii'),
    `  ${uri}`,
    '',
    '  Recovery codes, each once instead of a code of the app:',
    ...created.recoveryCodes.map((code) => `  ${code}`),
    '',
  ];
  process.stdout.write(lines.join('\n'));
  return 0;
});
