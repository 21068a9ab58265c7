import { type EntityManager, IsNull, Not } from 'typeorm';
import { databaseNow, execute, hasRow, lockRow, row } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { invalid } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { UserEntity } from '../user.entity.ts';

/**
 * Returns one spelling for the addresses of one mailbox: without a plus part and without dots before the `@`, which Gmail
 * and others ignore. Only for comparing: elsewhere dots can be of meaning.
 */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).replace(/\+.*/, '').replaceAll('.', '');
  const domain = email.slice(at + 1).replace(/^googlemail\.com$/i, 'gmail.com');
  return `${local}@${domain}`.toLowerCase();
}

/** Returns whether two addresses are of one mailbox. */
export function isSameMailbox(address: string, other: string): boolean {
  return mailboxOf(address) === mailboxOf(other);
}

/** Returns an address that its owner recognises and that discloses it to no other reader, such as `a•••@people.example`. */
export function maskAddress(address: string): string {
  return address.replace(/^(.)[^@]*/u, '$1•••');
}

/**
 * Returns whether an address belongs to another account, or may be restored to one: an address change can be
 * undone for 7 days, so the old address stays reserved if the account had confirmed it. Reserving unconfirmed ones would
 * let anybody block the address of another person.
 */
export function isAddressTaken(
  manager: EntityManager,
  email: string,
  exceptUserId: string | null = null,
): Promise<boolean> {
  return hasRow(
    manager,
    `SELECT 1 FROM users WHERE email = $1 AND id IS DISTINCT FROM $2::uuid
     UNION ALL
     SELECT 1 FROM account_links
     WHERE address = $1 AND user_id IS DISTINCT FROM $2::uuid
       AND is_reserved AND used_at IS NULL AND expires_at > now()`,
    [email, exceptUserId],
  );
}

/** Returns whether an address belongs to an account that has confirmed it. */
export function isConfirmedAddress(manager: EntityManager, email: string): Promise<boolean> {
  return manager.existsBy(UserEntity, { email: email.toLowerCase(), emailVerifiedAt: Not(IsNull()) });
}

/**
 * Marks the address of an account as verified, and returns whether it was before.
 * @throws HttpError 422 when the account's address has changed since the link was sent.
 */
export async function confirmAddress(
  manager: EntityManager,
  userId: string,
  address: string,
): Promise<boolean> {
  const user = await lockRow(manager, UserEntity, { id: userId });
  if (user?.email !== address)
    throw invalid('This link belongs to an address that your account no longer has.');
  if (user.emailVerifiedAt) return true;
  await manager.update(UserEntity, userId, { emailVerifiedAt: () => 'now()' });
  // A change that was requested before can be undone like one that is requested from now on.
  await execute(
    manager,
    `UPDATE account_links SET is_reserved = true
     WHERE user_id = $1 AND address = $2 AND purpose = 'undo-email-change' AND used_at IS NULL`,
    [userId, address],
  );
  return false;
}

/**
 * Enqueues the notifications to both addresses of an account whose address has just changed. Each is composed from the newest
 * link to its address, because the account stores only the present one.
 */
export async function enqueueEmailChangedMails(
  manager: EntityManager,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const revision = Math.floor((await databaseNow(manager)).getTime() / 1000);
  for (const [mail, address] of [
    ['email-changed-from', from],
    ['email-changed-to', to],
  ] as const) {
    const link = await row<{ id: string }>(
      manager,
      `SELECT id FROM account_links
       WHERE user_id = $1 AND address = $2 AND purpose IN ('change-email', 'undo-email-change')
       ORDER BY created_at DESC LIMIT 1`,
      [userId, address],
    );
    if (link) await enqueue(manager, deliverMail, { mail, id: link.id, revision });
  }
}
