import { consentVersions, type giveGuardianConsent as contract } from '#contracts/accounts/guardians.ts';
import { sendWaitingInvitations } from '#services/accounts/accounts.jobs.ts';
import { consumeLink } from '#services/accounts/addresses/consume-link.ts';
import { isSameMailbox } from '#services/accounts/addresses/mailbox.ts';
import { ConsentEntity } from '#services/accounts/consents/consent.entity.ts';
import { findOwnAddresses } from '#services/accounts/guardians/own-addresses.ts';
import { firstName } from '#services/accounts/names.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { updateReturning } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';
import { changeHolds } from '#services/requests/hold-request.ts';

const isLearners =
  'This address belongs to the learner. A parent or guardian has to consent with an address of their own.';

/** Stores a guardian's consent with the version of its text, and shows the learner's requests. */
export const giveGuardianConsent: Handler<typeof contract> = ({ body }, { config, db }) =>
  inTransaction(db, async (manager) => {
    const { userId, address } = await consumeLink(manager, body.token, 'guardian-consent', config);
    const [learner] = await updateReturning(manager, UserEntity, {
      change: 'guardian_agreed_at = now()',
      condition: 'r.id = $1 AND r.guardian_email = $2 AND r.is_minor AND r.erasure_requested_at IS NULL',
      values: [userId, address],
    });
    if (!learner) throw conflict('This account no longer needs your consent.');
    // The address may have been stored before addresses were compared by mailbox.
    if ((await findOwnAddresses(manager, userId)).some((own) => isSameMailbox(own, address)))
      throw conflict(isLearners);
    await manager.insert(ConsentEntity, { userId, kind: 'guardian', version: consentVersions.guardian });
    await changeHolds(manager, { learnerId: userId }, { remove: ['guardian'] });
    if (learner.emailVerifiedAt) await enqueue(manager, sendWaitingInvitations, { userId });
    publishChange(manager, userId);
    return {
      message: `Thank you. Sponsors can see what ${firstName(learner.fullName)} asks for from now on.`,
    };
  });
