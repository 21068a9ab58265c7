import type { Config } from '#services/platform/config.ts';
import { redisPassword } from '#services/platform/redis/redis-address.ts';
import { namedKeys } from '#services/platform/tokens/token-keys.ts';

const shortest = 4;

/**
 * Returns a function that replaces every secret of the configuration in a text. Checks do not print secrets; this is for what
 * other servers print of them in their errors.
 */
export function hideSecrets(config: Config): (text: string) => string {
  const addresses = [config.databaseUrl, config.poolerUrl, config.mail.smtpUrl];
  const passwords = [
    ...addresses.map((address) => new URL(address ?? 'none:').password),
    ...[config.redisUrl, config.rateLimitRedisUrl].map((address) => redisPassword(address ?? '')),
  ].flatMap((password) => [password, decodeURIComponent(password)]);
  const secrets = [
    ...passwords,
    ...namedKeys(config).map(([, key]) => key.toString('base64')),
    ...Object.values(config.credentialKeys),
    config.payment.secretKey,
    config.google?.clientSecret ?? '',
    config.files.s3?.accessKey ?? '',
    config.files.s3?.secretKey ?? '',
  ];
  // The longest first: one may contain another.
  const hidden = secrets.filter(({ length }) => length >= shortest).sort((a, b) => b.length - a.length);
  return (text) => hidden.reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
}
