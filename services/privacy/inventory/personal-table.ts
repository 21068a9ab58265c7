/**
 * Rows of one table about one person. Conditions call the row `r` and the person `me`: `me.id`, and `me.address`, which is
 * null while the address is not confirmed, so that a sign-up with another person's address reads nothing of its owner.
 */
export interface PersonalView {
  /** Heading in the export. */
  title: string;
  about: string;
  /** Columns that the person gets. */
  exported: readonly string[];
  /** Key of the row of a document or picture (`data`, `object_key`), which the export contains as a file. */
  file?: { key: string };
}

/** What one table stores about persons: the record of processing, and what the export reads. */
export interface PersonalTable {
  purpose: string;
  /** None for tables without data about learners and sponsors. */
  views: readonly PersonalView[];
  /** Columns that no view exports, by reason: secrets, data about others, and internal values. */
  withheld?: Partial<Record<'secret' | 'others' | 'internal', readonly string[]>>;
  /** What an erasure leaves of the rows. */
  erasure: string;
  /** How long a row is stored. */
  retention: string;
}

/** The tables of one part of the inventory, by name. */
export type Inventory = Readonly<Record<string, PersonalTable>>;

/** Ids of the person's own requests. */
export const ownRequests = '(SELECT id FROM requests WHERE learner_id = me.id)';
/** Ids of the payments that the person made. */
export const ownPayments = '(SELECT id FROM payments WHERE payer_id = me.id)';

/** Retention of what belongs to an account. */
export const asAccount = 'As long as the account';
/** Retention of records of money. */
export const asBooks = 'Bookkeeping law: 10 years, without the person after an erasure';

/** The person `$1` as `me`; see {@link PersonalView}. */
export const personSql =
  '(SELECT id, CASE WHEN email_verified_at IS NOT NULL THEN email END AS address FROM users WHERE id = $1) AS me';
