/**
 * How many random histories the database stores: 200 in the whole suite. `LEDGER_HISTORIES=10000` stores as many as the
 * model does (services/ledger/postings.test.ts).
 */
export const historyCount = Number(process.env.LEDGER_HISTORIES ?? 200);
