import { createHmac } from 'node:crypto';

/** Name of the product's database in the embedded cluster. */
export const EMBEDDED_DATABASE = 'courselift';
const APPLICATION_ROLE = 'courselift_app';

/** Connection URLs of the embedded database: of the processes, and of the role that owns the tables. */
export interface EmbeddedUrls {
  databaseUrl: string;
  ownerUrl: string;
}

/**
 * Returns the connection URLs of the embedded database. The password of the application's role is derived from the
 * owner's, so that a process that knows its own cannot sign in as the owner.
 */
export function embeddedUrls(port: number | string, ownerPassword: string): EmbeddedUrls {
  const at = `127.0.0.1:${port}/${EMBEDDED_DATABASE}`;
  const password = createHmac('sha256', ownerPassword).update(APPLICATION_ROLE).digest('hex');
  return {
    databaseUrl: `postgres://${APPLICATION_ROLE}:${password}@${at}`,
    ownerUrl: `postgres://postgres:${encodeURIComponent(ownerPassword)}@${at}`,
  };
}
