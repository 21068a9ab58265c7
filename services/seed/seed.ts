import type { EntityManager } from 'typeorm';
import { hashPassword } from '#services/accounts/passwords/passwords.ts';
import { ProfilePictureEntity, UserEntity } from '#services/accounts/user.entity.ts';
import { CourseEntity } from '#services/catalogue/course.entity.ts';
import { readStarterCatalogue } from '#services/catalogue/read-starter-catalogue.ts';
import { writeCourses } from '#services/catalogue/write-courses.ts';
import { entities } from '#services/entities.ts';
import { type Config, ConfigError } from '#services/platform/config.ts';
import { randomToken } from '#services/platform/tokens/secrets.ts';
import { withDataSource } from '../platform/database/data-source.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { sampleOperators, seedOperators } from './sample-operators.ts';
import { drawPortrait, type SamplePerson, samplePeople } from './sample-people.ts';
import { sampleRequests } from './sample-requests.ts';
import { seedRequest } from './seed-request.ts';

/** Credentials of a sample account. */
export interface SampleSignIn {
  role: string;
  email: string;
  password: string;
  /** Where and how to sign in, if not on the usual page. */
  note?: string;
}

// Not a secret: it only signs in to sample accounts, which are never created in production.
const samplePassword = 'lift-me-up-2026';

/**
 * Seeds an empty database with sample data, marked as such. Returns the credentials of the sample accounts, or an empty
 * array when the database has only real people.
 *
 * @throws {ConfigError} in production.
 */
export async function seedSampleData(
  config: Pick<Config, 'isSandbox' | 'databaseUrl' | 'credentialKeys'>,
): Promise<SampleSignIn[]> {
  if (!config.isSandbox) throw new ConfigError('Sample data is never made in production.');
  const { databaseUrl } = config;
  return withDataSource(
    { entities, databaseUrl, applicationName: 'courselift-seed', poolSize: 1 },
    async (db) => {
      const isEmpty = !(await db.getRepository(UserEntity).exists());
      if (isEmpty) await inTransaction(db, (manager) => seed(manager, config));
      const [first] = samplePeople;
      const hasSamples = first && (await db.getRepository(UserEntity).existsBy({ email: addressOf(first) }));
      // Earlier versions seeded the sample people without a catalogue, and without operators or with one of them.
      const hasCourses = await db.getRepository(CourseEntity).exists();
      if (hasSamples && !hasCourses) await writeCourses(db, await readStarterCatalogue());
      if (hasSamples) await inTransaction(db, (manager) => seedOperators(manager, samplePassword, config));
      return hasSamples ? sampleSignIns() : [];
    },
  );
}

async function seed(manager: EntityManager, config: Pick<Config, 'credentialKeys'>): Promise<void> {
  const passwordHash = await hashPassword(samplePassword);
  const ids = new Map<string, string>();
  for (const [number, person] of samplePeople.entries()) {
    const { key, ...profile } = person;
    const user = manager.create(UserEntity, {
      ...profile,
      email: addressOf(person),
      phoneNumber: `+000 000 0${String(number).padStart(3, '0')}`,
      passwordHash,
      emailVerifiedAt: new Date(),
      isSample: true,
    });
    await manager.insert(UserEntity, user);
    await manager.insert(ProfilePictureEntity, {
      userId: user.id,
      contentType: 'image/webp',
      data: await drawPortrait(number),
      addressKey: randomToken(16),
    });
    ids.set(key, user.id);
  }
  for (const [number, request] of sampleRequests.entries())
    await seedRequest(manager, request, { ids, number, config });
}

const addressOf = ({ key }: SamplePerson) => `${key}@sample.example`;

/** Returns the credentials of every sample account. */
export function sampleSignIns(): SampleSignIn[] {
  const people = samplePeople.map((person) => ({
    role: person.role,
    email: addressOf(person),
    password: samplePassword,
  }));
  const note = 'at /ops/sign-in; code: npm run ops:code';
  const operators = sampleOperators.map(({ email, level }) => ({
    role: level,
    email,
    password: samplePassword,
    note,
  }));
  return [...people, ...operators];
}
