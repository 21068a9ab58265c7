import type { Config } from '#services/platform/config.ts';
import { notFound } from '#services/platform/errors.ts';

/** OAuth client configuration for Google. */
export type GoogleConfig = NonNullable<Config['google']>;

/** Returns the configuration of Google sign-in. Throws HttpError 404 when it is not configured. */
export function requireGoogle({ google }: Pick<Config, 'google'>): GoogleConfig {
  if (!google)
    throw notFound('Signing in with Google is not set up here. Please use your email and password.');
  return google;
}
