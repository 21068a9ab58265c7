import { findExampleAddresses } from '../brand/example-addresses.ts';
import { type Config, ConfigError } from '../config.ts';
import { findFileProblem } from '../files/file-settings.ts';
import type { Logger } from '../log.ts';
import { namedKeys } from '../tokens/token-keys.ts';
import { findKeyProblem } from './key-problem.ts';
import { describeTestKey, findPaymentKeyProblem } from './payment-key-problem.ts';

type CheckedSettings = Pick<
  Config,
  | 'isSandbox'
  | 'databaseUrl'
  | 'token'
  | 'credentialKeys'
  | 'payment'
  | 'files'
  | 'brand'
  | 'mail'
  | 'operatorsEmail'
>;

/** Passwords of samples and tutorials. */
const samplePasswords = ['postgres', 'password', 'secret', 'changeme', 'admin', 'example', 'courselift'];

/**
 * Checks at the start of a process what a schema cannot: that secrets and addresses are no samples, and that the payment key fits to
 * the installation. A sandbox may have sample secrets, and must not have a live payment key. Logs a warning for a test key
 * outside of a sandbox.
 *
 * @throws {ConfigError} with one line for each problem; no line contains a secret.
 */
export function checkSettings(config: CheckedSettings, log: Pick<Logger, 'warn'>): void {
  const lines = findSettingProblems(config).map((line) => `Configuration: ${line}`);
  if (lines.length > 0) throw new ConfigError(lines.join('\n'));
  const warning = describeTestKey(config);
  if (warning) log.warn(warning);
}

/** Returns one line, without a secret, for each problem of {@link checkSettings}. */
export function findSettingProblems(config: CheckedSettings): string[] {
  const problems = [
    findPaymentKeyProblem(config),
    findFileProblem(config.files),
    ...findExampleAddresses(config),
    ...(config.isSandbox ? [] : findSecretProblems(config)),
  ];
  return problems.filter((line) => line !== undefined);
}

function findSecretProblems(config: CheckedSettings) {
  const credentials = Object.entries(config.credentialKeys).map(
    ([number, key]) => [`CREDENTIAL_KEYS ${number}`, Buffer.from(key, 'base64')] as const,
  );
  const tokens = namedKeys(config);
  const keys = [...tokens, ...credentials];
  const weak = keys.map(([name, key]) => findKeyProblem(name, key));
  const isShared = credentials.some(([, key]) => tokens.some(([, other]) => key.equals(other)));
  const { username, password } = new URL(config.databaseUrl);
  const isSample = password !== '' && (samplePasswords.includes(password) || password === username);
  return [
    ...weak,
    isShared
      ? 'CREDENTIAL_KEYS contains a key that also signs tokens. Generate another one with: openssl rand -base64 32'
      : undefined,
    isSample
      ? 'DATABASE_URL has a sample password. Generate another one with: openssl rand -hex 18'
      : undefined,
  ];
}
