import { type EntityManager, IsNull, Not } from 'typeorm';
import { dateMissing } from '#contracts/accounts/guardians.ts';
import { row, rows } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { invalidField } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { isSameMailbox } from '../addresses/account-address.ts';
import { createLink, revokeLinks } from '../addresses/account-links.ts';
import { firstName } from '../names.ts';
import { AccountLinkEntity } from '../sign-in.entity.ts';
import type { User } from '../user.entity.ts';

/** Enqueues the mail with the link by which a guardian agrees; earlier links stop working. */
export async function sendGuardianLink(
  manager: EntityManager,
  userId: string,
  guardianEmail: string,
): Promise<void> {
  await revokeLinks(manager, userId, 'guardian-named');
  const link = { userId, purpose: 'guardian-consent' as const, address: guardianEmail };
  const id = await createLink(manager, link);
  await enqueue(manager, deliverMail, { mail: 'guardian-consent', id });
}

/**
 * Enqueues the mail with a guardian's link again, because a request was filed; it names what is asked for. `revision` makes it
 * another mail than those before.
 */
export async function resendGuardianLink(
  manager: EntityManager,
  { id: userId, guardianEmail }: Pick<User, 'id' | 'guardianEmail'>,
  revision: number,
): Promise<void> {
  if (!guardianEmail) return;
  const open = await row<{ id: string }>(
    manager,
    `SELECT id FROM account_links WHERE user_id = $1 AND address = $2 AND purpose = 'guardian-consent'
       AND used_at IS NULL AND expires_at > now() ORDER BY created_at DESC LIMIT 1`,
    [userId, guardianEmail],
  );
  if (open) await enqueue(manager, deliverMail, { mail: 'guardian-consent', id: open.id, revision });
  else await sendGuardianLink(manager, userId, guardianEmail);
}

/** Returns the addresses that an account has, had or is about to have, as far as they are stored. */
export async function findOwnAddresses(manager: EntityManager, userId: string): Promise<string[]> {
  const addresses = await rows<{ address: string }>(
    manager,
    `SELECT email AS address FROM users WHERE id = $1
     UNION SELECT address FROM account_links WHERE user_id = $1 AND purpose <> 'guardian-consent'
     UNION SELECT email FROM google_identities WHERE user_id = $1`,
    [userId],
  );
  return addresses.map(({ address }) => address);
}

/** Message for a learner under 18 who enters the guardian's address as their own. */
export const isGuardiansMessage = 'This is the address of your guardian. Please enter one of your own.';

/** Returns whether the guardian of this account has the address. */
export async function isGuardiansAddress(
  manager: EntityManager,
  userId: string,
  address: string,
): Promise<boolean> {
  const minors = await rows<{ guardianEmail: string }>(
    manager,
    'SELECT guardian_email AS "guardianEmail" FROM users WHERE id = $1 AND is_minor',
    [userId],
  );
  return minors.some(({ guardianEmail }) => isSameMailbox(guardianEmail, address));
}

/** Returns whether a guardian with this mailbox did not agree to the account, also after another one was named. */
export async function hasRefused(manager: EntityManager, userId: string, address: string): Promise<boolean> {
  const refused = await manager.findBy(AccountLinkEntity, {
    userId,
    purpose: 'guardian-consent',
    refusedAt: Not(IsNull()),
  });
  return refused.some((link) => isSameMailbox(link.address, address));
}

interface SignUp extends Pick<User, 'email' | 'role' | 'fullName'> {
  isAdult: boolean;
  guardianEmail?: string | undefined;
  adultFrom?: string | null | undefined;
}

/** The columns of an account that depend on the age. */
export type AgeColumns = Pick<User, 'fullName' | 'isMinor' | 'guardianEmail' | 'adultFrom'>;

/**
 * Returns the columns of an account that depend on the age. Of a learner under 18 only the first name is stored.
 * @throws HttpError 422 for a sponsor under 18, and for a missing guardian or age.
 */
export function readAge({
  email,
  role,
  fullName,
  isAdult,
  guardianEmail,
  adultFrom = null,
}: SignUp): AgeColumns {
  if (isAdult) return { fullName, isMinor: false, guardianEmail: null, adultFrom: null };
  if (role !== 'learner') throw invalidField('isAdult', 'Sponsors must be 18 or older.');
  if (!adultFrom) throw invalidField('adultFrom', dateMissing);
  const guardian = checkGuardian([email], guardianEmail);
  return { fullName: firstName(fullName), isMinor: true, guardianEmail: guardian, adultFrom };
}

/** Returns the guardian's address. @throws HttpError 422 when it is missing or of a mailbox of the learner's own. */
export function checkGuardian(ownAddresses: string[], guardianEmail: string | undefined): string {
  if (!guardianEmail)
    throw invalidField('guardianEmail', 'Please enter the email address of a parent or guardian.');
  if (ownAddresses.some((own) => isSameMailbox(own, guardianEmail)))
    throw invalidField(
      'guardianEmail',
      'This is your own address. Please enter that of a parent or guardian.',
    );
  return guardianEmail;
}
