import type { EntityManager } from 'typeorm';
import { isSameMailbox } from '#services/accounts/addresses/account-address.ts';
import { row } from '#services/platform/database/sql.ts';

/**
 * Returns what the payer of a request shares with its learner, in words for operators; empty for strangers. A shared
 * device is one network and browser at a sign-in of each within 30 days. None is a proof: families and schools share both.
 */
export async function findSharedIdentity(
  manager: EntityManager,
  { requestId, payerId }: { requestId: string; payerId: string },
): Promise<string[]> {
  const facts = await row<{ payer: string; learner: string; login: string | null; hasSameDevice: boolean }>(
    manager,
    `SELECT payer.email AS payer, learner.email AS learner, r.account_email AS login,
       EXISTS (SELECT 1 FROM sessions a JOIN sessions b ON b.network_hash = a.network_hash AND b.user_agent = a.user_agent
         WHERE a.user_id = payer.id AND b.user_id = learner.id
           AND least(a.created_at, b.created_at) > now() - interval '30 days') AS "hasSameDevice"
     FROM requests r JOIN users learner ON learner.id = r.learner_id JOIN users payer ON payer.id = $2
     WHERE r.id = $1`,
    [requestId, payerId],
  );
  if (!facts) return [];
  const { payer, learner, login, hasSameDevice } = facts;
  const hasSameMailbox = [learner, login].some((address) => address && isSameMailbox(payer, address));
  return [
    ...(hasSameMailbox ? ['the same mailbox'] : []),
    ...(hasSameDevice ? ['the same network and browser'] : []),
  ];
}
