import { accountTables } from './accounts.ts';
import { courseTables } from './courses.ts';
import { moneyTables } from './money.ts';
import type { Inventory } from './personal-table.ts';
import { requestTables } from './requests.ts';
import { staffTables } from './staff.ts';

const parts: readonly [heading: string, basis: string, tables: Inventory][] = [
  ['Accounts', 'Contract; consent for the newsletter and the waitlist', accountTables],
  ['Requests and meetings', 'Contract', requestTables],
  ['Courses', 'Contract', courseTables],
  ['Money', 'Contract; legal obligation of bookkeeping', moneyTables],
  ['Safety, staff and catalogue', 'Legitimate interest in the safety of people', staffTables],
];

/** Renders the tables of `docs/privacy.md` in Markdown. */
export function describeInventory(): string {
  return parts
    .map(
      ([heading, basis, tables]) =>
        `### ${heading}\n\nLegal basis: ${basis}.\n\n| Table | Purpose | In the export | After an erasure | Stored |\n|---|---|---|---|---|\n${Object.entries(
          tables,
        )
          .map(
            ([name, { purpose, views, erasure, retention }]) =>
              `| \`${name}\` | ${purpose} | ${views.map(({ title }) => title).join('; ') || 'no'} | ${erasure} | ${retention} |`,
          )
          .join('\n')}\n`,
    )
    .join('\n');
}
