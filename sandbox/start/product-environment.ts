import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toBrand } from '#services/platform/brand/brand-settings.ts';
import { findExampleAddresses } from '#services/platform/check-settings.ts';
import { ConfigError, childEnvironment, isSandbox, type StartSettings } from '#services/platform/config.ts';
import type { RequiredPort } from '../processes/ports.ts';
import type { Secrets } from './load-secrets.ts';

/** The environment of the product's processes, and which sandbox providers they require. */
export type ProductEnvironment = ReturnType<typeof productEnvironment>;

// Node stores compiled modules and TypeScript without its types here: half the processor time of a start. `npm ci` empties it.
const compileCacheDir = fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url));

/** Returns the public URL, which the built pages contain: PUBLIC_URL, otherwise localhost. */
export const siteAddress = ({ PUBLIC_URL, PORT }: StartSettings): string =>
  PUBLIC_URL ?? `http://localhost:${PORT}`;

/** Returns the sandbox's HTTP port; its SMTP port is the next one. */
const sandboxPortOf = ({ PORT, SANDBOX_PORT }: StartSettings): number => SANDBOX_PORT ?? PORT + 1;
const needsPayments = ({ PAYMENT_BASE_URL }: StartSettings): boolean => PAYMENT_BASE_URL === undefined;
// The fake Google requires no password, so it never runs where real people use the product or with a real payment provider.
const needsGoogle = (settings: StartSettings): boolean =>
  settings.GOOGLE_CLIENT_ID === undefined && needsPayments(settings) && isSandbox(settings);
const needsMailbox = ({ SMTP_URL }: StartSettings): boolean => SMTP_URL === undefined;

/** Throws {@link ConfigError} where the product is not a sandbox, without a payment provider and a mail server: the sandbox would take their place. */
export function assertProviders(settings: StartSettings): void {
  if (isSandbox(settings)) return;
  const missing = [
    ...(needsPayments(settings) ? ['PAYMENT_BASE_URL', 'PAYMENT_SECRET_KEY'] : []),
    ...(needsMailbox(settings) ? ['SMTP_URL'] : []),
  ];
  if (missing.length === 0) return;
  const reason = settings.SANDBOX === false ? 'SANDBOX is false' : 'NODE_ENV is production';
  const lines = missing.map((name) => `Configuration: ${name} is required when ${reason}.`);
  throw new ConfigError(lines.join('\n'));
}

/** Throws {@link ConfigError} for example addresses, before the pages are built with them. */
export function assertAddresses(settings: StartSettings): void {
  const { brand, sender, operatorsEmail } = toBrand(settings);
  const addresses = { isSandbox: isSandbox(settings), brand, mail: { from: sender }, operatorsEmail };
  const lines = findExampleAddresses(addresses);
  if (lines.length > 0) throw new ConfigError(lines.map((line) => `Configuration: ${line}`).join('\n'));
}

/** Returns the ports that the processes will listen on. */
export function requiredPorts(settings: StartSettings): RequiredPort[] {
  const { PORT, METRICS_PORT } = settings;
  const metricsPorts = METRICS_PORT ? [METRICS_PORT, METRICS_PORT + 1] : [];
  const product = [
    { port: PORT, use: 'the product', variable: 'PORT' },
    ...metricsPorts.map((port) => ({ port, use: 'the metrics', variable: 'METRICS_PORT' })),
  ];
  if (!needsPayments(settings) && !needsMailbox(settings)) return product;
  const port = sandboxPortOf(settings);
  return [
    ...product,
    { port, use: 'the sandbox', variable: 'SANDBOX_PORT' },
    { port: port + 1, use: 'the mailbox of the sandbox', variable: 'SANDBOX_PORT' },
  ];
}

/** Returns the environment with defaults for missing settings: URLs of the sandbox, generated secrets. Throws {@link ConfigError}. */
export function productEnvironment(
  settings: StartSettings,
  secrets: Secrets,
  databaseUrl: string,
  isDev = false,
) {
  const needsPaymentSandbox = needsPayments(settings);
  if (!needsPaymentSandbox && settings.PAYMENT_SECRET_KEY === undefined) {
    throw new ConfigError('Configuration: PAYMENT_SECRET_KEY is not set (PAYMENT_BASE_URL needs it).');
  }
  const sandboxPort = sandboxPortOf(settings);
  const overrides = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: resolve(settings.DATA_DIR),
    PORT: String(settings.PORT),
    SANDBOX: String(isSandbox(settings)),
    SANDBOX_PORT: String(sandboxPort),
    // All three or none: the sandbox's client is not registered at the real Google.
    ...(needsGoogle(settings) && {
      GOOGLE_CLIENT_ID: 'courselift-sandbox.apps.example',
      GOOGLE_CLIENT_SECRET: 'known-to-the-sandbox-alone',
      GOOGLE_ISSUER: `http://localhost:${sandboxPort}/google`,
    }),
  };
  const fallbacks = {
    // Rendering, caches and logs as where real people use it; SANDBOX keeps the conveniences.
    NODE_ENV: isDev ? 'development' : 'production',
    PUBLIC_URL: siteAddress(settings),
    PAYMENT_BASE_URL: `http://127.0.0.1:${sandboxPort}/payments`,
    PAYMENT_SECRET_KEY: secrets.PAYMENT_SECRET_KEY,
    SMTP_URL: `smtp://127.0.0.1:${sandboxPort + 1}`,
    TOKEN_SECRET: secrets.TOKEN_SECRET,
    // Not beside a configured secret, whose tokens the generated keys have nothing to do with.
    ...(secrets.TOKEN_KEYS && !settings.TOKEN_SECRET && { TOKEN_KEYS: secrets.TOKEN_KEYS }),
    CREDENTIAL_KEYS: secrets.CREDENTIAL_KEYS,
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_COMPILE_CACHE: compileCacheDir,
    // Local tests and scripts share one IP address, so rate limits are relaxed where no real money is involved.
    ...(needsPaymentSandbox && isSandbox(settings) ? { RATE_LIMIT_FACTOR: '10000' } : {}),
  };
  return {
    env: childEnvironment(overrides, fallbacks),
    sandboxPort,
    needsPaymentSandbox,
    needsMailbox: needsMailbox(settings),
    needsGoogle: needsGoogle(settings),
  };
}
