import { accountTables } from './accounts.ts';
import { courseTables } from './courses.ts';
import { moneyTables } from './money.ts';
import type { Inventory, PersonalTable } from './personal-table.ts';
import { requestTables } from './requests.ts';
import { staffTables } from './staff.ts';

/** The parts of the {@link inventory} with their legal bases. @internal Printed in docs/privacy.md. */
export const inventoryParts: readonly [heading: string, basis: string, tables: Inventory][] = [
  ['Accounts', 'Contract; consent for the newsletter and the waitlist', accountTables],
  ['Requests and meetings', 'Contract', requestTables],
  ['Courses', 'Contract', courseTables],
  ['Money', 'Contract; legal obligation of bookkeeping', moneyTables],
  ['Safety, staff and catalogue', 'Legitimate interest in the safety of people', staffTables],
];

/**
 * Every table of the database and what it stores about persons: read by the export and printed in docs/privacy.md.
 * @internal Its test compares it with the database.
 */
export const inventory: Inventory = Object.assign({}, ...inventoryParts.map(([, , tables]) => tables));

/** The tables of the {@link inventory} with data about learners and sponsors. */
export const personalTables: readonly PersonalTable[] = Object.values(inventory).filter(
  (table) => 'entity' in table,
);
