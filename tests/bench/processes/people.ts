import { entities } from '#services/entities.ts';
import { readConfig } from '#services/platform/config.ts';
import { createDataSource } from '#services/platform/database/data-source.ts';
import { createPerson } from '#tests/support/people/create-person.ts';
import { signUpBody } from '#tests/support/people/people.ts';

/** A learner with a session. */
export interface Learner {
  id: string;
  token: string;
}

/** Signs learners up and in, in the database of a product with these settings. */
export async function createLearners(
  settings: Record<string, string>,
  ownerUrl: string,
  count: number,
): Promise<Learner[]> {
  const config = readConfig(settings);
  const db = createDataSource({ entities, databaseUrl: ownerUrl, applicationName: 'bench' });
  await db.initialize();
  try {
    const learners: Learner[] = [];
    for (let index = 0; index < count; index += 1) {
      const body = signUpBody('learner');
      const token = await createPerson({ db, config }, body);
      const [user] = await db.query<{ id: string }[]>('SELECT id FROM users WHERE email = $1', [body.email]);
      learners.push({ id: user?.id ?? '', token });
    }
    await db.query('VACUUM ANALYZE users, sessions');
    return learners;
  } finally {
    await db.destroy();
  }
}
