import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { SandboxStore } from '../sandbox-store.ts';

/** An account at the fake Google. */
export const GooglePersonSchema = z.object({
  /** Permanent identifier; an email address may change or move to another account. */
  sub: z.string().min(1).max(255).default(newSub),
  name: z.string().trim().min(1).max(120),
  email: z.string().trim().toLowerCase().pipe(z.email()),
  /** Whether Google has verified the email address. */
  emailVerified: z.boolean().default(true),
  /** The Workspace domain that manages the account (claim `hd`). */
  hostedDomain: z.string().trim().toLowerCase().min(1).nullable().default(null),
});
export type GooglePerson = z.output<typeof GooglePersonSchema>;

// 21 digits, as Google's are.
function newSub(): string {
  return `1${Array.from({ length: 20 }, () => randomInt(10)).join('')}`;
}

// Gmail addresses have no underscore, and .example is reserved (RFC 2606): none of these can be a real account.
const invented = [
  { name: 'Amara Okafor', email: 'amara_okafor@gmail.com' },
  { name: 'Kwame Mensah', email: 'kwame@savanna-works.example', hostedDomain: 'savanna-works.example' },
  { name: 'Lerato Dlamini', email: 'lerato@post.example' },
  { name: 'Tariq Haddad', email: 'tariq@lakeside.example', emailVerified: false },
].map((person, index) => GooglePersonSchema.parse({ ...person, sub: `10000000000000000000${index + 1}` }));

/** Stores the accounts in `store`; an empty store gets the sample accounts. */
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

  const toPerson = ({ emailVerified, ...row }: Record<string, unknown>) =>
    ({ ...row, emailVerified: emailVerified === 1 }) as GooglePerson;
  const save = (person: GooglePerson) => {
    upsert.run({ ...person, emailVerified: person.emailVerified ? 1 : 0, now: Date.now() });
    return person;
  };
  const people = {
    list: () => all.all().map(toPerson),
    find: (sub: string): GooglePerson | undefined => bySub.all(sub).map(toPerson)[0],
    findByEmail: (email: string): GooglePerson | undefined => byEmail.all(email).map(toPerson)[0],
    /** Inserts or updates the account with this `sub`. */
    save,
    /** Resets to the sample accounts. */
    reset: () =>
      transaction(() => {
        removeAll.run();
        invented.forEach(save);
      }),
  };
  if (people.list().length === 0) people.reset();
  return people;
}
