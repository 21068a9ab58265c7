import { existsSync } from 'node:fs';
import * as z from 'zod';
import { dayMs, hourMs } from '#contracts/durations.ts';
import { brandSchema, toBrand } from './brand/brand-settings.ts';
import { fileSchema, toFileSettings } from './files/file-settings.ts';
import { operatorSchema } from './operator-settings.ts';
import { paymentSchema, toPaymentSettings } from './payment-settings.ts';
import { poolSchema, toPools } from './pool-sizes.ts';
import {
  currencyProblem,
  googleSchema,
  meetingSchema,
  toGoogleClient,
  toMeetingRooms,
} from './provider-settings.ts';
import { redisAddress } from './redis/redis-address.ts';
import {
  base64Key,
  contact,
  encryptingVersion,
  findMisspelled,
  flag,
  keyRing,
  list,
  port,
  url,
} from './setting-types.ts';

/** Settings of `npm start`; every one is optional or has a default. */
const startSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  SANDBOX: flag.optional(),
  PORT: port.default(4321),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.union([z.ipv4(), z.ipv6()]).default('127.0.0.1'),
  SANDBOX_PORT: port.optional(),
  SANDBOX_HOST: z.union([z.ipv4(), z.ipv6()]).default('127.0.0.1'),
  SANDBOX_WEBHOOK_URL: url('http', 'https').optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  SAMPLE_DATA: flag.default(true),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  PUBLIC_URL: url('http', 'https').optional(),
  DATABASE_URL: url('postgres', 'postgresql').optional(),
  ...poolSchema,
  DATABASE_POOLER_URL: url('postgres', 'postgresql').optional(),
  MIGRATION_DATABASE_URL: url('postgres', 'postgresql').optional(),
  MIGRATION_LOCK_WAIT_SECONDS: z.coerce.number().min(0).default(900),
  REDIS_URL: redisAddress.optional(),
  RATE_LIMIT_REDIS_URL: redisAddress.optional(),
  SMTP_URL: url('smtp', 'smtps').optional(),
  TOKEN_SECRET: base64Key.optional(),
  // 0 is TOKEN_SECRET.
  TOKEN_KEYS: keyRing(/^[1-9]\d*$/).optional(),
  TOKEN_SIGNING_KEY: z.coerce.number().int().min(0).optional(),
  CREDENTIAL_KEYS: keyRing(/^\d+$/).optional(),
  CREDENTIAL_ENCRYPTION_KEY: z.coerce.number().int().min(0).optional(),
  ...googleSchema,
  ...brandSchema,
  SECURITY_CONTACT: contact.optional(),
  ...operatorSchema,
  REQUEST_REVIEW: flag.default(false),
  ...meetingSchema,
  LINK_CHECK_HOSTS: list(
    z.string().regex(/^[a-z\d.-]+(:\d+)?$/, 'must look like coursera.org,edx.org'),
  ).default([]),
  ...paymentSchema,
  OPEN_MEETINGS_PER_SPONSOR: z.coerce.number().int().positive().default(3),
  NEW_MEETINGS_PER_DAY: z.coerce.number().int().positive().default(5),
  TOKEN_DAYS: z.coerce.number().positive().default(60),
  SESSION_IDLE_HOURS: z.coerce.number().positive().default(336),
  SHUTDOWN_GRACE_SECONDS: z.coerce.number().min(0).max(5).optional(),
  ...fileSchema,
  BACKUP_FOLDER: z.string().min(1).default('backups'),
  BACKUP_RECIPIENTS: list(z.string().regex(/^age1[a-z\d]+$/, 'must be public keys, age1…')).optional(),
  BACKUP_PG_BIN: z.string().min(1).optional(),
  WATCHDOG_SECONDS: z.coerce.number().positive().default(30),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  TRUST_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  SERVICE_WORKER: flag.default(true),
  RATE_LIMIT_FACTOR: z.coerce.number().positive().default(1),
});

/** Settings of an API or worker process: the same, with the connections and secrets required. */
const runtimeSchema = startSchema.required({
  DATABASE_URL: true,
  SMTP_URL: true,
  PAYMENT_BASE_URL: true,
  PAYMENT_SECRET_KEY: true,
  TOKEN_SECRET: true,
  CREDENTIAL_KEYS: true,
});

export type StartSettings = z.output<typeof startSchema>;
type RuntimeSettings = z.output<typeof runtimeSchema>;

/** Thrown for missing or invalid settings; the message is one line that names every such variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

function parse<S extends z.ZodType>(schema: S, env: NodeJS.ProcessEnv): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    if (!given[name]) return `${name} is not set`;
    const isNoNumber = issue.code === 'invalid_type' && issue.expected === 'number';
    // A key may have been entered instead of its number.
    const not = name.endsWith('_KEY') ? '' : `, not "${given[name]}"`;
    return `${name} ${isNoNumber ? `must be a number${not}` : issue.message}`;
  });
  throw new ConfigError(`Configuration: ${[...new Set(problems)].join('; ')}.`);
}

function withCurrencies<S extends Pick<StartSettings, 'PAYMENT_SECRET_KEY' | 'PAYMENT_CURRENCIES'>>(
  settings: S,
): S {
  const problem = currencyProblem(settings.PAYMENT_SECRET_KEY, settings.PAYMENT_CURRENCIES);
  if (problem) throw new ConfigError(`Configuration: ${problem}`);
  return settings;
}

function environment(): NodeJS.ProcessEnv {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Returns one line for each environment variable, `.env` included, whose name is a misspelled setting. */
export function describeMisspelledSettings(env: NodeJS.ProcessEnv = environment()): string[] {
  const given = Object.keys(env).filter((name) => env[name] !== '');
  return findMisspelled(given, Object.keys(startSchema.shape)).map(
    ({ name, meant }) => `${name} is not a setting. Did you mean ${meant}?`,
  );
}

/**
 * Prints the lines of {@link describeMisspelledSettings} to stderr. Every process calls it at its start; one that
 * `npm start` started is silent, because its parent has printed them.
 */
export function reportMisspelledSettings(): void {
  if (process.connected) return;
  for (const line of describeMisspelledSettings()) process.stderr.write(`${line}\n`);
}

/** Reads the settings of `npm start`, `.env` included. Throws {@link ConfigError}. */
export function readStartSettings(env: NodeJS.ProcessEnv = environment()): StartSettings {
  return withCurrencies(parse(startSchema, env));
}

/**
 * Returns the environment for a child process: that of this process, `.env` included.
 *
 * @param overrides values that replace those of this process.
 * @param fallbacks values for variables that are not set (an empty value counts as not set).
 */
export function childEnvironment(
  overrides: Record<string, string>,
  fallbacks: Record<string, string> = {},
): Record<string, string | undefined> {
  const given = Object.entries(environment()).filter(([, value]) => value !== '');
  return { ...fallbacks, ...Object.fromEntries(given), ...overrides };
}

/** Returns the environment of a process that parses uploads: no setting and no secret, and what Node needs on its platform. */
export function parserEnvironment(): Record<string, string | undefined> {
  const { NODE_COMPILE_CACHE, SystemRoot } = process.env;
  return { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(SystemRoot && { SystemRoot }) };
}

/** Whether `npm start` or another npm script runs this process. */
export const isRunByNpm = (): boolean => process.env.npm_lifecycle_event !== undefined;

/** Whether npm was called with `--dry-run`, which npm does not pass to the command that it runs. */
export const isNpmDryRun = (): boolean => process.env.npm_config_dry_run === 'true';

/**
 * Whether this installation is for trying the product: it may have local providers, sample data and relaxed limits.
 * NODE_ENV only decides how the code runs, and that real people use it where SANDBOX says nothing (decision 072).
 */
export const isSandbox = ({ SANDBOX, NODE_ENV }: Pick<StartSettings, 'SANDBOX' | 'NODE_ENV'>): boolean =>
  SANDBOX ?? NODE_ENV !== 'production';

/** Everything an API or worker process is configured with, durations in milliseconds. */
export type Config = ReturnType<typeof toConfig>;

function toConfig(settings: RuntimeSettings) {
  const { sender, ...addresses } = toBrand(settings);
  const meetingRooms = toMeetingRooms(settings);
  if (typeof meetingRooms === 'string') throw new ConfigError(`Configuration: ${meetingRooms}`);
  return {
    isSandbox: isSandbox(settings),
    port: settings.PORT,
    /** Where Prometheus scrapes this process; absent where METRICS_PORT is not set. */
    metrics: settings.METRICS_PORT ? { port: settings.METRICS_PORT, host: settings.METRICS_HOST } : undefined,
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
    logLevel: settings.LOG_LEVEL,
    databaseUrl: settings.DATABASE_URL,
    /** The same database through a pooler of transactions. */
    poolerUrl: settings.DATABASE_POOLER_URL,
    pools: toPools(settings),
    redisUrl: settings.REDIS_URL,
    /** Redis of the counters of rate limits, when it is not that of the queues. */
    rateLimitRedisUrl: settings.RATE_LIMIT_REDIS_URL,
    /** How long the API serves after the shutdown signal, while load balancers notice that it is not ready. */
    shutdownGraceMs: (settings.SHUTDOWN_GRACE_SECONDS ?? (isSandbox(settings) ? 0 : 5)) * 1000,
    /** How long a ready job may lie in a worker without progress before the worker exits. */
    watchdogMs: settings.WATCHDOG_SECONDS * 1000,
    trustProxyHops: settings.TRUST_PROXY_HOPS,
    /** Whether pages have a service worker; otherwise it is removed from browsers that have it. */
    hasServiceWorker: settings.SERVICE_WORKER,
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    /** Where traces are sent, and the share of them from 0 to 1; undefined for none. */
    tracing: settings.OTEL_EXPORTER_OTLP_ENDPOINT && {
      endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, ''),
      share: settings.OTEL_TRACES_SAMPLER_ARG,
    },
    mail: { smtpUrl: settings.SMTP_URL, from: sender },
    ...addresses,
    /** Where vulnerabilities are reported: an e-mail address or a page; undefined for nowhere. */
    securityContact: settings.SECURITY_CONTACT,
    files: toFileSettings(settings),
    /** Whether refunds and other acts that cannot be undone need a second operator (decisions section 11). */
    hasFourEyes: settings.OPERATORS_FOUR_EYES ?? !isSandbox(settings),
    /** Highest amounts, in minor units by currency, that any second operator approves; a lead approves more. */
    approvalLimits: settings.OPERATORS_APPROVAL_LIMITS,
    /** What operators start a reply to a person from. */
    replyTemplates: settings.OPERATORS_REPLY_TEMPLATES,
    /** Whether an operator approves each new request before sponsors see it. */
    hasRequestReview: settings.REQUEST_REVIEW,
    token: { ...toTokenKeys(settings), lifetimeMs: settings.TOKEN_DAYS * dayMs },
    /** How long a session lasts without use. */
    sessionIdleMs: settings.SESSION_IDLE_HOURS * hourMs,
    ...toCredentialKeys(settings),
    payment: toPaymentSettings(settings),
    paymentDashboardUrl: settings.PAYMENT_DASHBOARD_URL,
    linkCheckHosts: settings.LINK_CHECK_HOSTS,
    meetings: {
      openPerSponsor: settings.OPEN_MEETINGS_PER_SPONSOR,
      newPerDay: settings.NEW_MEETINGS_PER_DAY,
    },
    meetingRooms,
    google: toGoogleClient(settings),
  };
}

function toTokenKeys({ TOKEN_SECRET, TOKEN_KEYS = {}, TOKEN_SIGNING_KEY }: RuntimeSettings) {
  const keys = new Map(Object.entries(TOKEN_KEYS).map(([id, key]) => [id, Buffer.from(key, 'base64')]));
  const signingKey = String(TOKEN_SIGNING_KEY ?? Math.max(0, ...[...keys.keys()].map(Number)));
  if (signingKey !== '0' && !keys.has(signingKey))
    throw notListed('TOKEN_SIGNING_KEY', signingKey, 'TOKEN_KEYS');
  return {
    /** Key of the tokens that name none, and of keyed hashes. */
    secret: Buffer.from(TOKEN_SECRET, 'base64'),
    /** The other keys that verify tokens, by the number that a token names as `kid`. */
    keys,
    /** Number of the key that signs; absent for `secret`. */
    signingKey: signingKey === '0' ? undefined : signingKey,
  };
}

const notListed = (setting: string, key: string | number, list: string) =>
  new ConfigError(`Configuration: ${setting} is ${key}, which ${list} does not list.`);

/** Returns the keys of stored credentials, in base64, and the number of the one that encrypts. @throws {ConfigError} when the chosen one is not listed. */
export function toCredentialKeys({
  CREDENTIAL_KEYS = {},
  CREDENTIAL_ENCRYPTION_KEY,
}: Pick<StartSettings, 'CREDENTIAL_KEYS' | 'CREDENTIAL_ENCRYPTION_KEY'>) {
  const credentialKeyVersion = encryptingVersion(CREDENTIAL_KEYS, CREDENTIAL_ENCRYPTION_KEY);
  if (CREDENTIAL_ENCRYPTION_KEY !== undefined && !CREDENTIAL_KEYS[credentialKeyVersion])
    throw notListed('CREDENTIAL_ENCRYPTION_KEY', credentialKeyVersion, 'CREDENTIAL_KEYS');
  return { credentialKeys: CREDENTIAL_KEYS, credentialKeyVersion };
}

/** Reads the configuration of an API or worker process, `.env` included. Throws {@link ConfigError}. */
export function readConfig(env: NodeJS.ProcessEnv = environment()): Config {
  return toConfig(withCurrencies(parse(runtimeSchema, env)));
}
