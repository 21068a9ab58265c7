import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entities } from '#services/entities.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { lockRow, row } from '#services/platform/database/sql.ts';
import { HelpRequestEntity } from '#services/requests/request.entity.ts';
import { findVisibleRequest, visibleToSponsor } from '#services/requests/visible-to-sponsor.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';

const samples = 1_000;
const people = 2_000;
const findSession = `SELECT u.id, u.role FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > now()`;

let database: TestDatabase;
let db: DataSource;
let ids: { user: string; session: string; request: string };
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDataSource({ entities, databaseUrl: database.url, applicationName: 'bench' });
  await db.initialize();
  await row(
    db,
    `INSERT INTO users (email, full_name, role)
     SELECT n || '@people.example', 'Someone', 'learner' FROM generate_series(1, $1::int) AS n`,
    [people],
  );
  await row(db, `INSERT INTO sessions (user_id, expires_at) SELECT id, now() + interval '1 day' FROM users`);
  await row(
    db,
    `INSERT INTO requests (learner_id, course_title, platform, link, price_minor, currency, duration,
       duration_unit, motivation, socials, delivery, is_public, is_private)
     SELECT id, 'Course', 'Coursera', 'https://x.example/', 100000, 'NGN', 3, 'months', 'Because', 'https://x.example',
       'self-enrolment', true, false FROM users`,
  );
  await row(db, 'VACUUM ANALYZE');
  const sample = await row<typeof ids>(
    db,
    `SELECT u.id AS user, s.id AS session, r.id AS request FROM users u JOIN sessions s ON s.user_id = u.id
     JOIN requests r ON r.learner_id = u.id LIMIT 1`,
  );
  if (!sample) throw new Error('There are no rows to read');
  ids = sample;
}, 60_000);
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

/** Median time of one read of each, alternating, in milliseconds. */
async function compare(before: () => Promise<unknown>, after: () => Promise<unknown>) {
  const times: [number[], number[]] = [[], []];
  for (let sample = -50; sample < samples; sample += 1)
    for (const [index, read] of [before, after].entries()) {
      const startMs = performance.now();
      await read();
      if (sample >= 0) times[index]?.push(performance.now() - startMs);
    }
  const [beforeMs = 0, afterMs = 0] = times.map((each) => each.sort((a, b) => a - b)[samples / 2] ?? 0);
  return { beforeMs, afterMs, ratio: afterMs / beforeMs };
}

const inRequest = () =>
  db
    .getRepository(HelpRequestEntity)
    .createQueryBuilder('r')
    .where('r.id = :request', ids)
    .andWhere(visibleToSponsor(':user'), ids);

it.each([
  [
    'the session of a call',
    () => db.query(findSession, [ids.session]),
    () => row(db, findSession, [ids.session]),
  ],
  [
    'a visible request',
    () => inRequest().getOne(),
    () => findVisibleRequest(db.manager, ids.request, ids.user),
  ],
  [
    'a locked request',
    () =>
      db.transaction((manager) =>
        manager
          .withRepository(db.getRepository(HelpRequestEntity))
          .findOne({ where: { id: ids.request }, lock: { mode: 'pessimistic_write' } }),
      ),
    () => db.transaction((manager) => lockRow(manager, HelpRequestEntity, { id: ids.request })),
  ],
])('reads %s no slower than without prepared statements', async (name, before, after) => {
  const { beforeMs, afterMs, ratio } = await compare(before, after);
  process.stdout.write(
    `${name}: ${beforeMs.toFixed(2)} ms through TypeORM, ${afterMs.toFixed(2)} ms prepared, ratio ${ratio.toFixed(2)}\n`,
  );
  expect(ratio).toBeLessThan(1.2);
});
