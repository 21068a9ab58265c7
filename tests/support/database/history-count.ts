import { repetitionsOf } from '../vitest/extent.ts';

/**
 * How many random histories the database stores: 200 in a full run, otherwise 40. `LEDGER_HISTORIES=10000` stores as many as the
 * model does (services/ledger/postings.test.ts).
 */
export const historyCount = repetitionsOf('LEDGER_HISTORIES', 200, 40);
