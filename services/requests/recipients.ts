import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { type EntityManager, In } from 'typeorm';
import type * as z from 'zod/mini';
import { limits, rateLimits } from '#contracts/limits.ts';
import { isHidden } from '#contracts/requests/request-holds.ts';
import type { RequestEditSchema } from '#contracts/requests/requests.ts';
import { addressHash } from '#services/accounts/preferences/mail-topics.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Deps } from '#services/deps.ts';
import { databaseNow } from '#services/platform/database/sql.ts';
import { deliverMail } from '#services/platform/email/mail.jobs.ts';
import { HttpError, notFound } from '#services/platform/errors.ts';
import type { RateLimitStore } from '#services/platform/http/rate-limit/rate-limit-store.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import {
  FormerRecipientEntity,
  type HelpRequest,
  type Recipient,
  RecipientEntity,
} from './request.entity.ts';

/**
 * Adds recipients to a request and enqueues their invitations. Returns true when the mails wait until the learner's
 * own address is confirmed, which prevents mails to strangers under another person's name. A re-added address keeps
 * its history: it is mailed again only after the pause and within the maximum.
 */
export async function inviteRecipients(
  manager: EntityManager,
  { id: requestId, learnerId, holds }: Pick<HelpRequest, 'id' | 'learnerId' | 'holds'>,
  emails: readonly string[],
): Promise<boolean> {
  if (emails.length === 0) return false;
  const former = await restoreRecipients(manager, requestId, emails);
  const invited = await manager.insert(
    RecipientEntity,
    emails.map((email) => ({ requestId, email, ...former.get(email) })),
  );
  const learner = await manager.findOneByOrFail(UserEntity, { id: learnerId });
  if (!learner.emailVerifiedAt) return emails.some((email) => !former.has(email));
  // The approval of the request sends them.
  if (isHidden(holds)) return false;
  const now = await databaseNow(manager);
  for (const [place, email] of emails.entries()) {
    const id: string = invited.identifiers[place]?.id;
    const known = former.get(email);
    if (!known) await enqueue(manager, deliverMail, { mail: 'invitation', id });
    else if ((resendableAt(known)?.getTime() ?? Number.POSITIVE_INFINITY) <= now.getTime())
      await enqueueResend(manager, { id, resends: known.resends }, now);
  }
  return false;
}

/**
 * Invites the addresses that were added to a request and removes those that were deleted. Returns true when the
 * invitations wait for the learner's e-mail confirmation.
 */
export async function updateRecipients(
  manager: EntityManager,
  request: HelpRequest,
  { isPrivate, recipientEmails }: z.output<typeof RequestEditSchema>,
  deps: Pick<Deps, 'limits' | 'config'>,
): Promise<boolean> {
  const requested = new Set(isPrivate ? recipientEmails : []);
  const known = await manager.findBy(RecipientEntity, { requestId: request.id });
  await removeRecipients(
    manager,
    known.filter(({ email }) => !requested.has(email)),
  );
  const added = [...requested].filter((email) => !known.some((recipient) => recipient.email === email));
  await consumeRecipientQuota(deps, request.learnerId, added.length);
  return inviteRecipients(manager, request, added);
}

const limiters = new WeakMap<RateLimitStore, RateLimiterAbstract>();

/**
 * Applies the daily rate limit of invitations per learner, which also counts repeated edits of the same list. @throws
 * HttpError 429 with Retry-After when it is exceeded.
 */
export async function consumeRecipientQuota(
  { limits, config }: Pick<Deps, 'limits' | 'config'>,
  learnerId: string,
  count: number,
): Promise<void> {
  if (count === 0) return;
  const { max, windowMs } = rateLimits.recipients;
  const limiter =
    limiters.get(limits) ??
    limits.makeLimiter('recipients', Math.max(1, Math.floor(max * config.rateLimitFactor)), windowMs);
  limiters.set(limits, limiter);
  try {
    await limiter.consume(learnerId, count);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const retryAfterS = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new HttpError(429, `You can invite ${max} people a day. Please try again tomorrow.`, {
      retryAfterS,
    });
  }
}

/** Removes recipients from a request and stores when each was mailed. */
export async function removeRecipients(
  manager: EntityManager,
  recipients: readonly Recipient[],
): Promise<void> {
  if (recipients.length === 0) return;
  await manager.delete(RecipientEntity, { id: In(recipients.map(({ id }) => id)) });
  const written = recipients.flatMap(({ requestId, email, invitedAt, resends, resentAt }) =>
    invitedAt ? { requestId, addressHash: addressHash(email), invitedAt, resends, resentAt } : [],
  );
  if (written.length > 0) await manager.insert(FormerRecipientEntity, written);
}

/**
 * Returns the invitation history of addresses that are added again, and deletes their former-recipient rows; the
 * recipient rows store it from then on.
 */
async function restoreRecipients(manager: EntityManager, requestId: string, emails: readonly string[]) {
  const hashes = new Map(emails.map((email) => [addressHash(email), email]));
  const former = await manager.findBy(FormerRecipientEntity, {
    requestId,
    addressHash: In([...hashes.keys()]),
  });
  if (former.length > 0)
    await manager.remove(
      FormerRecipientEntity,
      former.map((recipient) => ({ ...recipient })),
    );
  return new Map(
    former.map(({ addressHash: hash, invitedAt, resends, resentAt }) => [
      hashes.get(hash) ?? '',
      { invitedAt, resends, resentAt },
    ]),
  );
}

/** Enqueues the mail of an invitation again and increments its counter. */
export async function enqueueResend(
  manager: EntityManager,
  { id, resends }: Pick<Recipient, 'id' | 'resends'>,
  now: Date,
): Promise<void> {
  const revision = resends + 1;
  await manager.update(RecipientEntity, id, { resends: revision, resentAt: now });
  await enqueue(manager, deliverMail, { mail: 'invitation', id, revision });
}

/** Returns when an invitation may be resent; null before the first mail and after the last allowed one. */
export function resendableAt({
  invitedAt,
  resentAt,
  resends,
}: Pick<Recipient, 'invitedAt' | 'resentAt' | 'resends'>): Date | null {
  if (!invitedAt || resends >= limits.invitationResends) return null;
  const lastMs = Math.max(invitedAt.getTime(), resentAt?.getTime() ?? 0);
  return new Date(lastMs + limits.invitationPauseMs);
}

/** Returns an invitation of a request. @throws HttpError 404 for one of another request. */
export async function findInvitation(
  manager: EntityManager,
  { id: requestId, invitationId }: { id: string; invitationId: string },
): Promise<Recipient> {
  const recipient = await manager.findOneBy(RecipientEntity, { id: invitationId, requestId });
  if (!recipient) throw notFound('This invitation is no longer there.');
  return recipient;
}
