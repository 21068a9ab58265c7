import type { EntitySchema } from 'typeorm';
import type { AnyColumn } from '#services/platform/database/columns.ts';
import { snakeCase } from '#services/platform/database/define-entity.ts';

/** The record of processing of a table without data about learners and sponsors. */
interface OtherTable {
  purpose: string;
  /** The part of the rows that an erasure leaves. */
  erasure: string;
  /** How long a row is stored. */
  retention: string;
}

/** A table with data about learners and sponsors; its columns say what they export and what an erasure leaves of them. */
export interface PersonalTable extends Pick<OtherTable, 'purpose'> {
  /** By default {@link deleted}. */
  erasure?: string;
  /** By default {@link asAccount}. */
  retention?: string;
  entity: EntitySchema;
  views: readonly PersonalView[];
  /** Condition of rows that an erasure deletes besides those of the views. */
  alsoErased?: string;
  /** An erasure leaves rows, so each of their texts says whether it stays; it deletes all others of the views. */
  remains?: true;
}

/**
 * Rows of one table about one person. Conditions call the row `r` and the person `me`: `me.id`, and `me.address`, which is
 * null while the address is not confirmed, so that a sign-up with another person's address reads nothing of its owner.
 */
export interface PersonalView {
  /** The person's part in a row about several, by which columns name the person (`exportedTo`). */
  person?: string;
  /** Heading in the export. */
  title: string;
  about: string;
}

/** The tables of one part of the inventory, by name. */
export type Inventory = Readonly<Record<string, OtherTable | PersonalTable>>;

/** Returns the name of a table. */
export const nameOf = ({ entity }: PersonalTable): string => entity.options.tableName ?? entity.options.name;

/** Names and definitions of the columns of a table. @internal Its test asks each column for its facts. */
export function columnsOf({ entity }: PersonalTable): [name: string, column: AnyColumn][] {
  const columns = Object.entries(entity.options.columns as Record<string, AnyColumn>);
  return columns.map(([name, column]) => [snakeCase(name), column]);
}

function columnsFor(table: PersonalTable, { person }: PersonalView): [name: string, column: AnyColumn][] {
  return columnsOf(table).filter(
    ([, { personal }]) => !personal?.exportedTo || personal.exportedTo.includes(person ?? ''),
  );
}

/** Names of the columns that a view exports. */
export function exportedColumns(table: PersonalTable, view: PersonalView): string[] {
  return columnsFor(table, view).flatMap(([name, { personal }]) => (personal?.withheld ? [] : [name]));
}

/** The key of the rows, if they are documents or pictures, which the export contains as files. */
export function fileKey(table: PersonalTable): string | undefined {
  const columns = columnsOf(table);
  if (!columns.some(([, { personal }]) => personal?.withheld === 'file')) return undefined;
  return columns.find(([, { primary }]) => primary)?.[0];
}

/** Assignments that empty the rows of a view; undefined where an erasure empties nothing of them. */
export function emptyingChange(table: PersonalTable, view: PersonalView): string | undefined {
  const changes = columnsFor(table, view).flatMap(([name, { personal }]) =>
    typeof personal?.erased === 'object' ? [`${name} = ${personal.erased.value}`] : [],
  );
  return changes.join(', ') || undefined;
}

/** Ids of the person's own requests. */
export const ownRequests = '(SELECT id FROM requests WHERE learner_id = me.id)';
/** Ids of the payments that the person made. */
export const ownPayments = '(SELECT id FROM payments WHERE payer_id = me.id)';

/** SQL of `addressHash` (preferences/mail-topics.ts) for the person's address. */
export const addressHash = `rtrim(translate(encode(sha256(convert_to(me.address, 'UTF8')), 'base64'), '+/', '-_'), '=')`;

/** Nothing is left by an erasure. @internal For its test. */
export const deleted = 'Deleted';
/** Retention of what belongs to an account. @internal For its test. */
export const asAccount = 'As long as the account';
/** Retention of records of money. */
export const asBooks = 'Bookkeeping law: 10 years, without the person after an erasure';
/** A table of records of money, whose rows an erasure leaves. */
export const inBooks = { remains: true, retention: asBooks } as const;
/** {@link inBooks}, of rows that have no person in them. */
export const inBooksWithoutPerson = { ...inBooks, erasure: 'Kept; it names no person' } as const;

/** The person `$1` as `me`; see {@link PersonalView}. */
export const personSql =
  '(SELECT id, CASE WHEN email_verified_at IS NOT NULL THEN email END AS address FROM users WHERE id = $1) AS me';
