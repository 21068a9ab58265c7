import { expect, it, vi } from 'vitest';
import { createTestDatabase } from '#tests/support/database/test-database.ts';
import { patient } from '#tests/support/soon.ts';
import { createLogger } from '../log.ts';
import { createChangeFeed, publishChange } from './change-feed.ts';
import { createDataSource } from './data-source.ts';

it('knows who has changed since a moment, as far as it has listened', async () => {
  const database = await createTestDatabase();
  const db = createDataSource({ databaseUrl: database.applicationUrl, applicationName: 'feed' });
  await db.initialize();
  const feed = createChangeFeed(
    database.applicationUrl,
    'payments',
    createLogger({ logLevel: 'silent' }, 'test'),
  );
  // As late as clocks may differ.
  const mayHaveChanged = (person: string) => feed.mayHaveChanged(person, Date.now() + 4_900);
  expect(mayHaveChanged('amara')).toBe(true);
  await vi.waitFor(() => expect(mayHaveChanged('amara')).toBe(false), patient);
  publishChange(db, 'amara');
  await vi.waitFor(() => expect(mayHaveChanged('amara')).toBe(true), patient);
  expect(mayHaveChanged('grace')).toBe(false);
  expect(feed.mayHaveChanged('grace', Date.now() - 70_000)).toBe(true);
  expect(feed.mayHaveChanged('grace', Date.now() + 70_000)).toBe(true);
  await Promise.all([feed.close(), db.destroy()]);
  await database.drop();
});
