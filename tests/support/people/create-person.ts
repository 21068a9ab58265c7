import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { onboard } from '#contracts/accounts/accounts.ts';
import type { Sent } from '#contracts/endpoint.ts';
import { sendVerification } from '#services/accounts/addresses/verification.ts';
import { readAge } from '#services/accounts/guardians/guardians.ts';
import { hashPassword } from '#services/accounts/passwords/passwords.ts';
import { encodePicture } from '#services/accounts/pictures/picture.ts';
import { startSession } from '#services/accounts/sessions/start-session.ts';
import { finishSignUp } from '#services/accounts/sign-up.ts';
import { ProfilePictureEntity, UserEntity } from '#services/accounts/user.entity.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import type { RunningProduct } from '../product/running-products.ts';

/** A small real picture in PNG. */
export function pngBytes(): Promise<Buffer> {
  const create = { width: 40, height: 40, channels: 3, background: '#0b6b5a' } as const;
  return sharp({ create }).png().toBuffer();
}

// Hashing and encoding cost most of a sign-up, and people of tests share their password and picture.
const hashes = new Map<string, Promise<string>>();
let encoded: ReturnType<typeof encodePicture> | undefined;

/**
 * Writes the rows of a sign-up and a sign-in: user, picture, session, and the mail that verifies the address. Returns the
 * session's token. `isVerified` is about the address of a sponsor. Throws where the sign-up would be refused with 422.
 */
export async function createPerson(
  { db, config }: RunningProduct,
  body: Sent<typeof onboard>['body'],
  isVerified = true,
): Promise<string> {
  const { password, isAdult, guardianEmail, adultFrom, termsVersion, ...given } = onboard.body.parse(body);
  const profile = { ...given, ...readAge({ ...given, isAdult, guardianEmail, adultFrom }) };
  const passwordHash = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, passwordHash);
  encoded ??= pngBytes().then((data) => encodePicture(data, 'tests'));
  const picture = await encoded;
  const hash = await passwordHash;
  return inTransaction(db, async (manager) => {
    // Sponsors use what needs a confirmed address; that learners wait for it has tests of its own.
    const emailVerifiedAt = profile.role === 'sponsor' && isVerified ? new Date() : null;
    const { identifiers } = await manager.insert(UserEntity, {
      ...profile,
      emailVerifiedAt,
      passwordHash: hash,
    });
    const { id } = identifiers[0] as { id: string };
    // The address of a picture is a secret of its own for each person.
    const addressKey = randomBytes(16).toString('base64url');
    if (!profile.isMinor) await manager.insert(ProfilePictureEntity, { ...picture, addressKey, userId: id });
    await finishSignUp(manager, { id, guardianEmail: profile.guardianEmail }, termsVersion);
    await sendVerification(manager, { id, email: profile.email });
    return startSession(id, { config, db: manager }, 'node');
  });
}
