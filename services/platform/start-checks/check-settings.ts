import { type Config, ConfigError } from '../config.ts';
import type { Logger } from '../log.ts';
import { findKeyProblem } from './key-problem.ts';
import { describeTestKey, findPaymentKeyProblem } from './payment-key-problem.ts';

type CheckedSettings = Pick<Config, 'isSandbox' | 'databaseUrl' | 'token' | 'credentialKeys' | 'payment'>;

/** Passwords of samples and tutorials. */
const samplePasswords = ['postgres', 'password', 'secret', 'changeme', 'admin', 'example', 'courselift'];

/**
 * Checks at the start of a process what a schema cannot: that secrets are no samples, and that the payment key fits to the
 * installation. A sandbox may have sample secrets, and must not have a live payment key. Logs a warning for a test key
 * outside of a sandbox.
 *
 * @throws {ConfigError} with one line for each problem; no line contains a secret.
 */
export function checkSettings(config: CheckedSettings, log: Pick<Logger, 'warn'>): void {
  const problems = [findPaymentKeyProblem(config), ...(config.isSandbox ? [] : findSecretProblems(config))];
  const lines = problems.filter((line) => line !== undefined).map((line) => `Configuration: ${line}`);
  if (lines.length > 0) throw new ConfigError(lines.join('\n'));
  const warning = describeTestKey(config);
  if (warning) log.warn(warning);
}

function findSecretProblems({ token, credentialKeys, databaseUrl }: CheckedSettings) {
  const credentials = Object.entries(credentialKeys).map(
    ([number, key]) => [`CREDENTIAL_KEYS ${number}`, Buffer.from(key, 'base64')] as const,
  );
  const keys = [
    ['TOKEN_SECRET', token.secret] as const,
    ...[...token.keys].map(([number, key]) => [`TOKEN_KEYS ${number}`, key] as const),
    ...credentials,
  ];
  const weak = keys.map(([name, key]) => findKeyProblem(name, key));
  const isShared = credentials.some(([, key]) => key.equals(token.secret));
  const { username, password } = new URL(databaseUrl);
  const isSample = password !== '' && (samplePasswords.includes(password) || password === username);
  return [
    ...weak,
    isShared
      ? 'TOKEN_SECRET and CREDENTIAL_KEYS contain the same key. Generate another one with: openssl rand -base64 32'
      : undefined,
    isSample
      ? 'DATABASE_URL has a sample password. Generate another one with: openssl rand -hex 18'
      : undefined,
  ];
}
