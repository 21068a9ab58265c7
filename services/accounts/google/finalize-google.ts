import type { EntityManager } from 'typeorm';
import type { finalizeGoogle as contract } from '#contracts/google.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, invalid } from '#services/platform/errors.ts';
import { isAddressTaken } from '../addresses/is-address-taken.ts';
import { firstName } from '../names.ts';
import { startSession } from '../sessions/start-session.ts';
import { type User, UserEntity } from '../user.entity.ts';
import { type GoogleTicket, readGoogleTicket } from './google-ticket.ts';
import { requireGoogle } from './require-google.ts';

const finished = 'This registration is finished already. Please sign in with Google.';
const taken = 'An account with this email already exists. Please sign in instead.';

/**
 * Creates an account for a verified Google identity. Identity comes from the signed ticket only. The picture
 * URL is not fetched, which rules out server-side request forgery.
 */
export const finalizeGoogle: Handler<typeof contract> = async ({ body, userAgent }, deps) => {
  requireGoogle(deps.config);
  const ticket = await readGoogleTicket(body.googleId, deps.config);
  if (!ticket) throw invalid('This registration has expired. Please sign in with Google again.');
  const { phoneNumber, country, gender, role } = body;
  const id = await inTransaction(deps.db, async (manager) => {
    await consumeTicket(manager, ticket);
    return register(manager, ticket, { phoneNumber, country, gender, role });
  });
  const token = await startSession(id, deps, userAgent);
  const data = { token, role, firstName: firstName(ticket.fullName) };
  return { message: 'Registration completed successfully!', data };
};

async function consumeTicket(manager: EntityManager, { id, expiresAt }: GoogleTicket): Promise<void> {
  // Keep used tickets one day past expiry, so that clock skew between machines cannot make one valid again.
  await manager.query(`DELETE FROM used_google_tickets WHERE expires_at < now() - interval '1 day'`);
  const used: unknown[] = await manager.query(
    'INSERT INTO used_google_tickets (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING id',
    [id, expiresAt],
  );
  if (used.length === 0) throw conflict(finished);
}

type Profile = Pick<User, 'phoneNumber' | 'country' | 'gender' | 'role'>;

async function register(
  manager: EntityManager,
  { sub, email, fullName }: GoogleTicket,
  profile: Profile,
): Promise<string> {
  if (await isAddressTaken(manager, email)) throw conflict(taken);
  const inserted = await manager
    .createQueryBuilder()
    .insert()
    .into(UserEntity)
    .values({ ...profile, email, fullName, emailVerifiedAt: () => 'now()' })
    .orIgnore()
    .returning('id')
    .execute();
  const [user] = inserted.raw as { id: string }[];
  if (!user) throw conflict(taken);
  const linked: unknown[] = await manager.query(
    `INSERT INTO google_identities (sub, user_id, email) VALUES ($1, $2, $3)
     ON CONFLICT (sub) DO NOTHING RETURNING sub`,
    [sub, user.id, email],
  );
  if (linked.length === 0) throw conflict(finished);
  return user.id;
}
