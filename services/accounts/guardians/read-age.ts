import { invalid } from '#services/platform/errors.ts';
import { isSameMailbox } from '../addresses/mailbox.ts';
import { firstName } from '../names.ts';
import type { User } from '../user.entity.ts';

const guardianMissing = 'Please enter the email address of a parent or guardian.';
const guardianIsSelf = 'This is your own address. Please enter that of a parent or guardian.';
const sponsorIsMinor = 'Sponsors must be 18 or older.';

/** What a sign-up says about its person. */
interface SignUp extends Pick<User, 'email' | 'role' | 'fullName'> {
  isAdult: boolean;
  guardianEmail?: string | undefined;
  adultFrom?: string | null | undefined;
}

/** The columns of an account that depend on the age. */
export type AgeColumns = Pick<User, 'fullName' | 'isMinor' | 'guardianEmail' | 'adultFrom'>;

/**
 * Returns the columns of an account that depend on the age. Of a learner under 18 only the first name is stored.
 * @throws HttpError 422 for a sponsor under 18, and for a missing guardian.
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
  if (role !== 'learner') throw invalid(sponsorIsMinor, { isAdult: sponsorIsMinor });
  const guardian = checkGuardian([email], guardianEmail);
  return { fullName: firstName(fullName), isMinor: true, guardianEmail: guardian, adultFrom };
}

/** Returns the guardian's address. @throws HttpError 422 when it is missing or of a mailbox of the learner's own. */
export function checkGuardian(ownAddresses: string[], guardianEmail: string | undefined): string {
  if (!guardianEmail) throw invalid(guardianMissing, { guardianEmail: guardianMissing });
  if (ownAddresses.some((own) => isSameMailbox(own, guardianEmail)))
    throw invalid(guardianIsSelf, { guardianEmail: guardianIsSelf });
  return guardianEmail;
}
