import { scopeOf } from '#services/refunds/refund-account.ts';

/** A table whose rows have `key_version`, `wrapped_key` and `sealed`. */
export interface CredentialTable {
  table: string;
  /** Its primary key, a uuid. */
  id: string;
  /** Returns what a row is bound to (additional authenticated data). */
  scopeOf(id: string): string;
}

const ownId = (id: string) => id;

/** Every table with encrypted credentials. */
export const credentialTables: readonly CredentialTable[] = [
  { table: 'platform_logins', id: 'request_id', scopeOf: ownId },
  { table: 'purchase_codes', id: 'purchase_id', scopeOf: ownId },
  { table: 'refund_accounts', id: 'refund_id', scopeOf },
  { table: 'operators', id: 'user_id', scopeOf: ownId },
];
