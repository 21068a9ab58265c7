import { isFull } from '../vitest/extent.ts';

/**
 * How many random histories the database stores: 200 in a full run, otherwise 40. `LEDGER_HISTORIES=10000` stores as many as the
 * model does (services/ledger/postings.test.ts).
 */
export const historyCount = Number(process.env.LEDGER_HISTORIES ?? (isFull ? 200 : 40));
