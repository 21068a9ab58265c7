import type { Config } from '#services/platform/config.ts';
import { namedKeys } from '#services/platform/tokens/token-keys.ts';

const shortest = 4;

/**
 * Returns a function that replaces every secret of the configuration in a text. Checks do not print secrets; this is for what
 * other servers print of them in their errors.
 */
export function hideSecrets(config: Config): (text: string) => string {
  const addresses = [config.databaseUrl, config.redisUrl, config.rateLimitRedisUrl, config.mail.smtpUrl];
  const passwords = addresses.flatMap((address) => {
    const { password } = new URL(address ?? 'none:');
    return [password, decodeURIComponent(password)];
  });
  const secrets = [
    ...passwords,
    ...namedKeys(config).map(([, key]) => key.toString('base64')),
    ...Object.values(config.credentialKeys),
    config.payment.secretKey,
    config.google?.clientSecret ?? '',
  ];
  // The longest first: one may contain another.
  const hidden = secrets.filter(({ length }) => length >= shortest).sort((a, b) => b.length - a.length);
  return (text) => hidden.reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
}
