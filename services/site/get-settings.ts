import type { getSettings as contract } from '#contracts/site/settings.ts';
import type { Handler } from '#services/deps.ts';

/** Returns the settings of this installation that the browser needs. */
export const getSettings: Handler<typeof contract> = async (_call, { config }) => ({
  message: 'Settings of this installation',
  currencies: config.payment.currencies,
  serviceFeeBasisPoints: config.payment.serviceFeeBasisPoints,
  google: config.google && {
    clientId: config.google.clientId,
    authorizationUrl: config.google.authorizationUrl,
  },
});
