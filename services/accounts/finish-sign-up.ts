import type { EntityManager } from 'typeorm';
import { ConsentEntity } from './consents/consent.entity.ts';
import { sendGuardianLink } from './guardians/send-guardian-link.ts';
import type { User } from './user.entity.ts';

/** Stores the consent to the terms that the person ticked, and enqueues the mail to the guardian of a learner under 18. */
export async function finishSignUp(
  manager: EntityManager,
  { id: userId, guardianEmail }: Pick<User, 'id' | 'guardianEmail'>,
  termsVersion: string | undefined,
): Promise<void> {
  if (termsVersion) await manager.insert(ConsentEntity, { userId, kind: 'terms', version: termsVersion });
  if (guardianEmail) await sendGuardianLink(manager, userId, guardianEmail);
}
