import type { EntityManager } from 'typeorm';
import type { finalizeGoogle as contract } from '#contracts/accounts/google.ts';
import type { Handler } from '#services/deps.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, invalid } from '#services/platform/errors.ts';
import { Reply } from '#services/platform/http/route.ts';
import { isAddressTaken } from '../addresses/account-address.ts';
import { readContact } from '../contact.ts';
import { type AgeColumns, readAge } from '../guardians/guardians.ts';
import { firstName } from '../names.ts';
import { pageCookie } from '../sessions/page-session.ts';
import { startSession } from '../sessions/start-session.ts';
import { GoogleIdentityEntity, UsedGoogleTicketEntity } from '../sign-in.entity.ts';
import { finishSignUp } from '../sign-up.ts';
import { type User, UserEntity } from '../user.entity.ts';
import { type GoogleTicket, readGoogleTicket, requireGoogle } from './google-identity.ts';

const finished = 'This registration is finished already. Please sign in with Google.';
const taken = 'An account with this email already exists. Please sign in instead.';

/**
 * Creates an account for a verified Google identity. Identity comes from the signed ticket only. The picture
 * URL is not fetched, which rules out server-side request forgery.
 */
export const finalizeGoogle: Handler<typeof contract> = async ({ body, ip, userAgent }, deps) => {
  requireGoogle(deps.config);
  const ticket = await readGoogleTicket(body.googleId, deps.config);
  if (!ticket) throw invalid('This registration has expired. Please sign in with Google again.');
  const { gender, role, termsVersion } = body;
  const contact = readContact(body);
  const age = readAge({ ...body, email: ticket.email, fullName: ticket.fullName });
  const id = await inTransaction(deps.db, async (manager) => {
    await consumeTicket(manager, ticket);
    const user = await register(manager, ticket, { ...contact, gender, role, ...age });
    await finishSignUp(manager, user, termsVersion);
    return user.id;
  });
  const token = await startSession(id, deps, userAgent, ip, body.keepSignedIn);
  const data = { token, role, firstName: firstName(ticket.fullName) };
  return new Reply(
    201,
    { message: 'Registration completed successfully!', data },
    { 'Set-Cookie': await pageCookie(token, body.keepSignedIn, deps.config) },
  );
};

async function consumeTicket(manager: EntityManager, { id, expiresAt }: GoogleTicket): Promise<void> {
  if (!(await insertOnce(manager, UsedGoogleTicketEntity, { id, expiresAt }))) throw conflict(finished);
}

type Profile = Pick<User, 'phoneNumber' | 'country' | 'gender' | 'role'> & AgeColumns;

async function register(manager: EntityManager, { sub, email }: GoogleTicket, profile: Profile) {
  if (await isAddressTaken(manager, email)) throw conflict(taken);
  const verified = { ...profile, email, emailVerifiedAt: () => 'now()' };
  const user = await insertOnce(manager, UserEntity, verified);
  if (!user) throw conflict(taken);
  const linked = await insertOnce(manager, GoogleIdentityEntity, { sub, userId: user.id, email });
  if (!linked) throw conflict(finished);
  return user;
}
