import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ownersOfTables, readsUpwards } from './support/rules/sql-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'services'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|sql)$/.test(path) && !/\.test\.ts$|\/migrations\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Readings of tables of higher modules; this list may only become shorter. */
const exceptions = [
  'services/accounts/sessions/find-session.ts: suspensions',
  'services/accounts/sessions/start-session.ts: suspensions',
  'services/cases/case-ownership.ts: users',
  'services/ledger/reconciliation/reconcile.ts: payments',
  'services/ledger/reconciliation/reconcile.ts: requests',
  'services/requests/change-request.ts: meetings',
  'services/requests/change-request.ts: payments',
  'services/requests/find-viewer-facts.ts: meetings',
  'services/requests/find-viewer-facts.ts: payments',
  'services/requests/invoices.ts: purchases',
  'services/requests/listing/list-requests.ts: payments',
  'services/requests/visible-to-sponsor.ts: payments',
];

describe('SQL that reads tables of the same or a higher layer', () => {
  it('is listed, and the list has nothing else', () => {
    expect(readsUpwards(files, ownersOfTables(files))).toEqual(exceptions);
  });

  it('is found in TypeScript and SQL files, but not in comments or where it points down', () => {
    const sources = [
      { path: 'services/purchases/purchase.entity.ts', text: "{ tableName: 'purchases' }" },
      { path: 'services/requests/request.entity.ts', text: "{ tableName: 'requests' }" },
      { path: 'services/payments/up.ts', text: '`SELECT 1 FROM requests r JOIN purchases p ON true`' },
      { path: 'services/payments/1-up.sql', text: 'UPDATE purchases SET a = 1; -- FROM requests' },
      { path: 'services/desk/down.ts', text: '`DELETE FROM purchases`' },
      { path: 'services/payments/comment.ts', text: '// FROM purchases\n/* INTO purchases */' },
    ];
    expect(readsUpwards(sources, ownersOfTables(sources))).toEqual([
      'services/payments/up.ts: purchases',
      'services/payments/1-up.sql: purchases',
    ]);
  });
});
