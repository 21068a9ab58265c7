import { brandAddresses } from './brand/built-brand.ts';
import { type Config, ConfigError } from './config.ts';
import { parseSender } from './email/mail-address.ts';
import { findFileProblem } from './files/file-settings.ts';
import type { Logger } from './log.ts';
import { namedKeys } from './tokens/secrets.ts';

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

// 32 random bytes have 28 different values or more in all but one of about 10,000 keys, and 16 or fewer practically never.
const fewestValues = 16;

/** Returns why a key of 32 bytes cannot have been generated at random; undefined when it can. */
function findKeyProblem(name: string, key: Buffer): string | undefined {
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f);
  if (!isText && new Set(key).size > fewestValues) return undefined;
  return `${name} is no random key, but a sample or a text. Generate one with: openssl rand -base64 32`;
}

/** Returns why the payment key does not fit to the installation; undefined when it does. Currencies: see `currencyProblem`. */
function findPaymentKeyProblem({
  isSandbox,
  payment: { secretKey, baseUrl },
}: Pick<Config, 'isSandbox' | 'payment'>): string | undefined {
  if (secretKey.startsWith('pk_'))
    return 'PAYMENT_SECRET_KEY is a public key (pk_…); the secret key of the same dashboard begins with sk_.';
  if (!secretKey.startsWith('sk_live_')) return undefined;
  if (isSandbox)
    return 'PAYMENT_SECRET_KEY is a live key, which moves real money, and this installation is a sandbox. Set SANDBOX=false, or use a test key (sk_test_…).';
  if (new URL(baseUrl).protocol !== 'https:')
    return 'PAYMENT_SECRET_KEY is a live key, so PAYMENT_BASE_URL must begin with https.';
  return undefined;
}

/** Returns a warning where a test key would let people have courses for which no real money was paid. */
export function describeTestKey({
  isSandbox,
  payment: { secretKey },
}: Pick<Config, 'isSandbox' | 'payment'>): string | undefined {
  if (isSandbox || !secretKey.startsWith('sk_test_')) return undefined;
  return 'PAYMENT_SECRET_KEY is a test key: payments move no real money, although this installation is no sandbox';
}

type Addresses = Pick<Config, 'isSandbox' | 'brand' | 'operatorsEmail'> & { mail: { from: string } };

const isExample = (address: string) => /[.@]example$/i.test(URL.parse(address)?.hostname ?? address);

/**
 * Returns one line for each setting whose address ends with `.example`, where people use the installation: nothing that is
 * sent there arrives (RFC 2606).
 */
export function findExampleAddresses({ isSandbox, brand, mail, operatorsEmail }: Addresses): string[] {
  if (isSandbox) return [];
  const { contact, support } = brand.email;
  const sender = parseSender(mail.from).address;
  const addresses = {
    ...brandAddresses(brand),
    // Both are those of the brand where they are not set.
    ...(sender !== contact && { MAIL_FROM: sender }),
    ...(operatorsEmail !== support && { OPERATORS_EMAIL: operatorsEmail }),
  };
  return Object.entries(addresses)
    .filter(([, address]) => isExample(address))
    .map(
      ([name, address]) =>
        `${name} is ${address}, which is an example and no address of yours: this installation is no sandbox.`,
    );
}
