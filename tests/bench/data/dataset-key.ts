import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Sources that decide about the rows of a dataset. Its schema is migrated when it is opened, as that of a product in use. */
const sources = [
  'services/catalogue/generate*.ts',
  'services/catalogue/write-courses.ts',
  'services/catalogue/import/bulk-import.ts',
  'tests/funding/support/bulk-insert-requests.ts',
  'tests/bench/data/fill-*.ts',
];

/** Returns a hash that differs when a cached dataset has to be built again. */
export function datasetKey(): string {
  const hash = createHash('sha256');
  for (const path of globSync(sources, { cwd: root }).sort()) {
    hash.update(path).update(readFileSync(`${root}${path}`));
  }
  return hash.digest('hex').slice(0, 12);
}
