import type pg from 'pg';

const words =
  `data python excel design farmers village school clinic market business nursing english marketing
  cloud security writing health account phone repair teacher weaving water coffee solar bridge degree job first
  family trade sewing music photo video tourism hotel law food garden language robot math chemistry physics`
    .trim()
    .split(/\s+/);

/**
 * Fills the database with open requests: of one learner in twenty, filed over a year, every tenth private, with a
 * rare word in every thousandth. Returns the id of a sponsor whom 50 of the private ones invite.
 */
export async function bulkInsertRequests(client: pg.Client, size: number): Promise<string> {
  await client.query(`SET statement_timeout = 0`);
  await client.query(
    `INSERT INTO users (email, full_name, role, phone_number, country, gender, email_verified_at)
     SELECT CASE WHEN i = 0 THEN 'giver@people.example' ELSE 'learner-' || i || '@people.example' END,
       'Learner ' || i, CASE WHEN i = 0 THEN 'sponsor' ELSE 'learner' END, '+234 801 234 5678', 'Nigeria', 'nb', now()
     FROM generate_series(0, greatest($1::int / 20, 1)) AS i`,
    [size],
  );
  await client.query(
    `WITH learners AS (SELECT array_agg(id) AS ids FROM users WHERE role = 'learner')
     INSERT INTO requests (learner_id, course_title, platform, link, price_minor, currency, duration, duration_unit,
       motivation, socials, delivery, is_public, is_private, created_at)
     SELECT ids[1 + i % array_length(ids, 1)], initcap(word(i, 1) || ' ' || word(i, 2) || ' ' || word(i, 3)),
       (ARRAY['Coursera', 'Udemy', 'edX', 'Udacity', 'Codecademy', 'A school of my town ' || i % 977])[
         1 + least(5, (hashint4(i) & 255) / 48)],
       'https://courses.example/' || i, 500 + (hashint4(i + 7) & 65535),
       (ARRAY['NGN', 'NGN', 'USD', 'USD', 'USD', 'GBP'])[1 + (hashint4(i + 3) & 1023) % 6], 3, 'months',
       'I want to learn ' || (SELECT string_agg(word(i, n), ' ') FROM generate_series(4, 24) AS n)
         || CASE WHEN i % 1000 = 0 THEN ' zanzibarian' ELSE '' END,
       'https://social.example/in/person-' || i, 'enrolment-code', i % 10 <> 0, i % 10 = 0,
       now() - (hashint4(i + 11) & 32767) / 32768.0 * interval '365 days'
     FROM learners, generate_series(1, $1::int) AS i`.replace(
      /word\((\w+), (\w+)\)/g,
      (_, i, n) => `($2::text[])[1 + (hashint4((${i} * 31 + ${n})::int) & 65535) % ${words.length}]`,
    ),
    [size, words],
  );
  await client.query(
    `INSERT INTO request_recipients (request_id, email)
     SELECT id, 'giver@people.example' FROM requests WHERE NOT is_public LIMIT 50`,
  );
  // The state after compaction and vacuum.
  await client.query(`
    WITH folded AS (DELETE FROM open_request_changes RETURNING day, n)
    INSERT INTO open_request_days SELECT day, sum(n) FROM folded GROUP BY day`);
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM users WHERE role = 'sponsor'`);
  return rows[0]?.id ?? '';
}
