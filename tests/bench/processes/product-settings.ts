import { randomBytes } from 'node:crypto';

/** Settings of the product's processes in production mode, without limits that a load from one address would meet. */
export function productSettings(own: {
  DATABASE_URL: string;
  [name: string]: string;
}): Record<string, string> {
  return {
    NODE_ENV: 'production',
    // The pages have the addresses of a sandbox, which no other installation may have.
    SANDBOX: 'true',
    LOG_LEVEL: 'warn',
    PUBLIC_URL: 'http://localhost:5299',
    SMTP_URL: 'smtp://127.0.0.1:9',
    PAYMENT_BASE_URL: 'http://127.0.0.1:9/payments',
    PAYMENT_SECRET_KEY: 'sk_test_bench',
    TOKEN_SECRET: randomBytes(32).toString('base64'),
    CREDENTIAL_KEYS: `1:${randomBytes(32).toString('base64')}`,
    SHUTDOWN_GRACE_SECONDS: '0',
    RATE_LIMIT_FACTOR: '1000000',
    RESERVATIONS_PER_SPONSOR: '1000000',
    RENEWALS_PER_DAY: '1000000',
    ...own,
  };
}
