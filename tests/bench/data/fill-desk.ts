import type pg from 'pg';

/** Payments and people of the desk's search. */
export const deskRows = 100_000;

const firstNames =
  'Ada Bola Chidi Dayo Ebele Femi Grace Halima Ife Jide Kemi Lola Musa Ngozi Obi Peter Rita Sade Tunde Uche Wale Yemi Zainab Amara Bisi Chika David Emeka Fatima Gbenga';
const lastNames =
  'Adeyemi Balogun Chukwu Danjuma Eze Fashola Garba Hassan Ibrahim Johnson Kalu Lawal Mohammed Nwosu Okafor Ojo Peters Quadri Rabiu Salami Taiwo Udo Vincent Williams Yusuf Zubair Abiola Bello Coker Dike';

/** Each changes what the dataset of 100,000 has; their number follows from it. */
const statements: readonly [sql: string, values?: readonly unknown[]][] = [
  [
    `UPDATE users u SET full_name = first || ' ' || last, phone_number = '+23480' || lpad((n * 7919 % 100000000)::text, 8, '0'),
       email = lower(first || '.' || last) || '.' || n || '@people.example'
     FROM (SELECT id, n, $1::text[] AS firsts, $2::text[] AS lasts FROM (
         SELECT id, row_number() OVER (ORDER BY id) AS n FROM users WHERE role <> 'operator') AS numbered) AS p,
       LATERAL (SELECT firsts[1 + n % cardinality(firsts)] AS first,
         lasts[1 + n / cardinality(firsts) % cardinality(lasts)] AS last) AS name
     WHERE u.id = p.id`,
    [firstNames.split(' '), lastNames.split(' ')],
  ],
  [
    `INSERT INTO payments (reference, request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor, currency,
       status, created_at)
     SELECT gen_random_uuid(), request_id, sponsorship_id, payer_id, price_minor, fee_minor, amount_minor, currency,
       'abandoned', created_at
     FROM payments LIMIT greatest(0, ${deskRows} - (SELECT count(*) FROM payments))`,
  ],
  [
    `UPDATE payments p SET reference = 'pay-' || gen_random_uuid(), transaction_id = 4000000000 + n
     FROM (SELECT id, row_number() OVER () AS n FROM payments) AS numbered WHERE p.id = numbered.id`,
  ],
  [
    `UPDATE purchases p SET order_number = 'ORD-' || n
     FROM (SELECT id, row_number() OVER () AS n FROM purchases) AS numbered WHERE p.id = numbered.id`,
  ],
  [
    `INSERT INTO cases (kind, subject_type, subject_id, summary, status, due_at, outcome, closed_reason, closed_at)
     SELECT 'purchase', 'purchase', p.id, 'Buy “' || r.course_title || '”', 'closed', now(), 'done', '', now()
     FROM purchases p JOIN requests r ON r.id = p.request_id LIMIT 50000`,
  ],
];

/** Gives the people of a dataset of 100,000 names and numbers, and adds payments and cases up to those of the desk's search. */
export async function fillDesk(client: pg.Client): Promise<void> {
  await client.query('SET session_replication_role = replica; SET statement_timeout = 0');
  for (const [sql, values] of statements) await client.query(sql, values ? [...values] : []);
  await client.query('SET session_replication_role = origin');
  await client.query('VACUUM (ANALYZE) users, payments, purchases, cases');
}
