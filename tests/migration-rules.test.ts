import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrationsFolder } from '#services/platform/database/data-source.ts';
import { checkLocks, checkMigration } from './support/rules/migration-rules.ts';

// The baseline creates everything.
const later = readdirSync(migrationsFolder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('-baseline.ts'))
  .map((name) => [name, readFileSync(join(migrationsFolder, name), 'utf8')] as const);

it('migrations after the baseline take nothing away that the previous release uses', () => {
  expect(
    later.flatMap(([name, text]) => checkMigration(text).map((problem) => `${name}, ${problem}`)),
  ).toEqual([]);
});

it('migrations after the baseline stop no statement of the product for long', () => {
  expect(later.flatMap(([name, text]) => checkLocks(text).map((problem) => `${name}, ${problem}`))).toEqual(
    [],
  );
});

const migration = (up: string) => `
/** Drops a column. */
export class A1 implements MigrationInterface {
  // DROP TABLE in a comment
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`${up}\`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE a DROP COLUMN b');
  }
}
`;

it.each([
  ['ALTER TABLE a DROP COLUMN b', /DROP COLUMN b/],
  ['alter table a drop b', /drop b/],
  ['DROP TABLE IF EXISTS a', /DROP TABLE/],
  ['ALTER TABLE a RENAME TO b', /RENAME TO/],
  ['ALTER TABLE a RENAME b TO c', /RENAME b/],
  ['DROP FUNCTION a', /DROP FUNCTION a/],
  ['ALTER TABLE a ADD COLUMN b text, ADD c int NOT NULL', /ADD c int NOT NULL without a default/],
])('rejects %s', (up, problem) => {
  expect(checkMigration(migration(up))).toEqual([expect.stringMatching(problem)]);
});

it.each([
  'ALTER TABLE a DROP COLUMN b -- unused since 1.4.0',
  'ALTER TABLE a DROP CONSTRAINT b, ALTER COLUMN c DROP NOT NULL, ALTER d DROP DEFAULT',
  'DROP INDEX CONCURRENTLY a',
  'ALTER TABLE a ADD COLUMN b int NOT NULL DEFAULT 0, ADD CONSTRAINT c CHECK (d IS NOT NULL)',
  'CREATE TABLE a (b int NOT NULL)',
])('accepts %s', (up) => {
  expect(checkMigration(migration(up))).toEqual([]);
});

it.each([
  ['CREATE INDEX a ON b (c)', /CREATE INDEX a?\s*stops writers/],
  ['create unique index a on b (c)', /stops writers/],
  ["ALTER TABLE a ADD CONSTRAINT b CHECK (c <> '')", /NOT VALID/],
  ['ALTER TABLE a ADD CONSTRAINT b CHECK (c > 0), ADD CONSTRAINT d CHECK (c > 1) NOT VALID', /NOT VALID/],
  ['ALTER TABLE a ADD CONSTRAINT b FOREIGN KEY (c) REFERENCES d(id)', /NOT VALID/],
  ['ALTER TABLE a ALTER COLUMN b TYPE bigint', /rewrites/],
  ['ALTER TABLE a ALTER b SET NOT NULL', /under a lock/],
  ['ALTER TABLE a ADD COLUMN b uuid NOT NULL DEFAULT gen_random_uuid()', /rewrites/],
])('finds the lock of %s', (up, problem) => {
  expect(checkLocks(migration(up))).toEqual([expect.stringMatching(problem)]);
});

it.each([
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS a ON b (c)',
  'ALTER TABLE a ADD CONSTRAINT b CHECK (c > 0) NOT VALID, ADD CONSTRAINT d FOREIGN KEY (e) REFERENCES f(id) NOT VALID',
  'ALTER TABLE a VALIDATE CONSTRAINT b',
  'ALTER TABLE a ADD COLUMN b timestamptz NOT NULL DEFAULT now()',
  'CREATE TABLE a (b uuid NOT NULL DEFAULT gen_random_uuid(), CONSTRAINT c CHECK (d > 0)); CREATE INDEX e ON a (b)',
  'CREATE TABLE a (b int)`); await runner.query(`CREATE INDEX c ON a (b)`); await runner.query(`ALTER TABLE a ADD CONSTRAINT d CHECK (b > 0)',
])('finds no lock in %s', (up) => {
  expect(checkLocks(migration(up))).toEqual([]);
});
