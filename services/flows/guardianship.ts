import type { DataSource, EntityManager } from 'typeorm';
import type * as contracts from '#contracts/accounts/guardians.ts';
import { consentVersions, type GuardianLink, isTooYoung, minimumAge } from '#contracts/accounts/guardians.ts';
import { sendWaitingInvitations } from '#services/accounts/accounts.jobs.ts';
import { isSameMailbox } from '#services/accounts/addresses/account-address.ts';
import {
  consumeLink,
  createLink,
  readLink,
  revokeLinks,
} from '#services/accounts/addresses/account-links.ts';
import { findOwnAddresses } from '#services/accounts/guardians/guardians.ts';
import { nameForGuardian } from '#services/accounts/names.ts';
import { AccountLinkEntity } from '#services/accounts/sign-in.entity.ts';
import { ConsentEntity, type User, UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { findRow, lockRow, rows, updateReturning } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { changeHolds, lockOpenRequests } from '#services/requests/change-request.ts';
import { findGuardedRequests } from '#services/requests/guarded-requests.ts';
import { withdraw } from './withdraw.ts';

const ended = 'This account no longer needs your consent.';
const underAge = `A person needs to be ${minimumAge} to have an account, so this one ends. There is nothing to do.`;
const isLearners =
  'This address belongs to the learner. A parent or guardian has to consent with an address of their own.';

// `$1` is the learner, `$2` the address of the link.
const isGuarded = 'r.id = $1 AND r.guardian_email = $2 AND r.is_minor AND r.erasure_requested_at IS NULL';

/** Returns what a guardian is asked about. Changes nothing, because mail scanners open links. */
export const readGuardianLink: Handler<typeof contracts.readGuardianLink> = async (
  { query },
  { config, db },
) => {
  const { userId, address } = await readLink(db, query.token, 'guardian-consent', config);
  const learner = await findRow(db.manager, UserEntity, isGuarded, [userId, address]);
  if (!learner) throw conflict(ended);
  return { message: 'Your consent', data: await presentGuardianLink(db.manager, learner) };
};

async function presentGuardianLink(
  manager: EntityManager,
  { id, fullName, guardianAgreedAt, guardianRefusedAt }: User,
): Promise<GuardianLink> {
  const requests = await findGuardedRequests(manager, id);
  return {
    firstName: nameForGuardian(fullName),
    state: guardianAgreedAt ? 'agreed' : guardianRefusedAt ? 'refused' : 'asked',
    requests,
  };
}

/** Stores a guardian's consent with the version of its text, and shows the learner's requests. */
export const giveGuardianConsent: Handler<typeof contracts.giveGuardianConsent> = (
  { body },
  { config, db },
) =>
  inTransaction(db, async (manager) => {
    const { userId, address } = await consumeLink(manager, body.token, 'guardian-consent', config);
    const [learner] = await updateReturning(manager, UserEntity, {
      change: 'guardian_agreed_at = now(), guardian_refused_at = NULL',
      condition: isGuarded,
      values: [userId, address],
    });
    if (!learner) throw conflict(ended);
    if (isTooYoung(learner)) throw conflict(underAge);
    // The address may have been stored before addresses were compared by mailbox.
    if ((await findOwnAddresses(manager, userId)).some((own) => isSameMailbox(own, address)))
      throw conflict(isLearners);
    await manager.insert(ConsentEntity, { userId, kind: 'guardian', version: consentVersions.guardian });
    await changeHolds(manager, { learnerId: userId }, { remove: ['guardian'] });
    if (learner.emailVerifiedAt) await enqueue(manager, sendWaitingInvitations, { userId });
    publishChange(manager, userId);
    return {
      message: `Thank you. Sponsors can see what ${nameForGuardian(learner.fullName)} asks for from now on.`,
      data: await presentGuardianLink(manager, learner),
    };
  });

/**
 * Stores that a guardian does not agree, withdraws the learner's open requests, and enqueues the mail to the learner. The link stays
 * valid, so that the guardian can change their mind. A second time changes nothing. @throws HttpError 409 after a consent.
 */
export const refuseGuardianConsent: Handler<typeof contracts.refuseGuardianConsent> = (
  { body },
  { config, db },
) =>
  inTransaction(db, async (manager) => {
    const { id, userId, address } = await readLink(manager, body.token, 'guardian-consent', config);
    const [learner] = await updateReturning(manager, UserEntity, {
      change: 'guardian_refused_at = coalesce(r.guardian_refused_at, now())',
      condition: `${isGuarded} AND r.guardian_agreed_at IS NULL`,
      values: [userId, address],
    });
    if (!learner) throw conflict(ended);
    await manager.update(AccountLinkEntity, id, { refusedAt: learner.guardianRefusedAt });
    // The lock of the learner's row keeps new requests away.
    for (const request of await lockOpenRequests(manager, userId))
      await withdraw(manager, request, 'The guardian did not agree.');
    await enqueue(manager, deliverMail, { mail: 'guardian-refused', id });
    publishChange(manager, userId);
    return {
      message: `Thank you. We have told ${nameForGuardian(learner.fullName)}, and nothing is shown.`,
      data: await presentGuardianLink(manager, learner),
    };
  });

/**
 * Makes the accounts of learners who have turned 18 by `now` those of adults: no guardian, no hold for one, and none of the
 * restrictions. The learner gets a mail, and so does a guardian who had agreed. Returns the number of accounts; a second run
 * finds none.
 */
export async function comeOfAge(db: DataSource, now: Date): Promise<number> {
  const today = now.toISOString().slice(0, 10);
  const due = await rows<{ id: string }>(
    db,
    'SELECT id FROM users WHERE is_minor AND adult_from <= $1 AND erasure_requested_at IS NULL ORDER BY id LIMIT 500',
    [today],
  );
  let grown = 0;
  for (const { id } of due) if (await inTransaction(db, (manager) => becomeAdult(manager, id))) grown += 1;
  return grown;
}

async function becomeAdult(manager: EntityManager, id: string): Promise<boolean> {
  const user = await lockRow(manager, UserEntity, { id });
  // Another process was first, or the account has ended.
  if (!user?.isMinor || user.erasureRequestedAt) return false;
  const adult = {
    isMinor: false,
    guardianEmail: null,
    guardianAgreedAt: null,
    guardianRefusedAt: null,
    adultFrom: null,
  };
  await manager.update(UserEntity, id, adult);
  // The mail to the guardian is composed from this row, because the account no longer has the address.
  if (user.guardianAgreedAt && user.guardianEmail) {
    const link = { userId: id, purpose: 'guardian-consent' as const, address: user.guardianEmail };
    await enqueue(manager, deliverMail, {
      mail: 'guardian-released',
      id: await createLink(manager, link, 0),
    });
  }
  await revokeLinks(manager, id, 'came-of-age');
  await changeHolds(manager, { learnerId: id }, { remove: ['guardian'] });
  if (!user.guardianAgreedAt && user.emailVerifiedAt)
    await enqueue(manager, sendWaitingInvitations, { userId: id });
  await enqueue(manager, deliverMail, { mail: 'came-of-age', id });
  publishChange(manager, id);
  return true;
}
