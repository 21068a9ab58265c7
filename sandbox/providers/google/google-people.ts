import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { SandboxStore } from '../sandbox-store.ts';

/** Somebody with an account at the stand-in. */
export const GooglePersonSchema = z.object({
  /** Who it is, for ever; an address may change or go to somebody else. */
  sub: z.string().min(1).max(255).default(newSub),
  name: z.string().trim().min(1).max(120),
  email: z.string().trim().toLowerCase().pipe(z.email()),
  /** Whether Google has seen that the person reads this address. */
  emailVerified: z.boolean().default(true),
  /** The Workspace that the account belongs to: Google answers for its addresses. */
  hostedDomain: z.string().trim().toLowerCase().min(1).nullable().default(null),
});
/** See {@link GooglePersonSchema}. */
export type GooglePerson = z.output<typeof GooglePersonSchema>;

// 21 digits, as Google's are.
function newSub(): string {
  return `1${Array.from({ length: 20 }, () => randomInt(10)).join('')}`;
}

// Google's addresses have no underscore, and .example is nobody's: none of these belongs to a real person.
const invented: GooglePerson[] = [
  { name: 'Amara Okafor', email: 'amara_okafor@gmail.com', hostedDomain: null, emailVerified: true },
  {
    name: 'Kwame Mensah',
    email: 'kwame@savanna-works.example',
    hostedDomain: 'savanna-works.example',
    emailVerified: true,
  },
  { name: 'Lerato Dlamini', email: 'lerato@post.example', hostedDomain: null, emailVerified: true },
  { name: 'Tariq Haddad', email: 'tariq@lakeside.example', hostedDomain: null, emailVerified: false },
].map((person, index) => ({ ...person, sub: `10000000000000000000${index + 1}` }));

/** The accounts of the stand-in; see {@link createGooglePeople}. */
export type GooglePeople = ReturnType<typeof createGooglePeople>;

/** Keeps the accounts in `store`; a few invented ones are there from the start. */
export function createGooglePeople({ db, transaction }: SandboxStore) {
  const columns = `sub, email, email_verified AS emailVerified, hosted_domain AS hostedDomain, name`;
  const all = db.prepare(`SELECT ${columns} FROM google_people ORDER BY created_at, sub`);
  const bySub = db.prepare(`SELECT ${columns} FROM google_people WHERE sub = ?`);
  const byEmail = db.prepare(`SELECT ${columns} FROM google_people WHERE email = ? ORDER BY created_at DESC`);
  const upsert = db.prepare(
    `INSERT INTO google_people (sub, email, email_verified, hosted_domain, name, created_at)
     VALUES (:sub, :email, :emailVerified, :hostedDomain, :name, :now)
     ON CONFLICT (sub) DO UPDATE SET email = excluded.email, email_verified = excluded.email_verified,
       hosted_domain = excluded.hosted_domain, name = excluded.name`,
  );
  const removeAll = db.prepare('DELETE FROM google_people');

  type Row = Record<string, unknown>;
  const toPerson = ({ emailVerified, ...row }: Row) =>
    ({ ...row, emailVerified: emailVerified === 1 }) as GooglePerson;
  const save = (person: GooglePerson) => {
    upsert.run({ ...person, emailVerified: person.emailVerified ? 1 : 0, now: Date.now() });
    return person;
  };
  const people = {
    list: () => all.all().map(toPerson),
    find(sub: string): GooglePerson | undefined {
      const row = bySub.get(sub);
      return row && toPerson(row);
    },
    findByEmail(email: string): GooglePerson | undefined {
      const row = byEmail.get(email);
      return row && toPerson(row);
    },
    /** Adds a person, or changes who has this `sub`. */
    save,
    /** Back to the invented ones. */
    reset: () =>
      transaction(() => {
        removeAll.run();
        invented.forEach(save);
      }),
  };
  if (people.list().length === 0) people.reset();
  return people;
}
