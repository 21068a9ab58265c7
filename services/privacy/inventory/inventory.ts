import { accountTables } from './accounts.ts';
import { courseTables } from './courses.ts';
import { moneyTables } from './money.ts';
import type { Inventory } from './personal-table.ts';
import { requestTables } from './requests.ts';
import { staffTables } from './staff.ts';

/** Every table of the database and what it stores about persons: read by the export and printed in docs/privacy.md. */
export const inventory: Inventory = {
  ...accountTables,
  ...requestTables,
  ...courseTables,
  ...moneyTables,
  ...staffTables,
};
