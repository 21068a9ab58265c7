import type { Config } from '#services/platform/config.ts';
import { notFound } from '#services/platform/errors.ts';

/** How this product is known at Google. */
export type GoogleConfig = NonNullable<Config['google']>;

/** The configuration of Google sign-in. Refuses with 404 where there is none. */
export function requireGoogle({ google }: Pick<Config, 'google'>): GoogleConfig {
  if (!google)
    throw notFound('Signing in with Google is not set up here. Please use your email and password.');
  return google;
}
