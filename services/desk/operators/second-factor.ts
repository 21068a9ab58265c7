import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { EntityManager } from 'typeorm';
import { hourMs } from '#contracts/durations.ts';
import type { Config } from '#services/platform/config.ts';
import { execute } from '#services/platform/database/sql.ts';
import { HttpError, invalidField } from '#services/platform/errors.ts';
import { decryptPassword } from '#services/requests/encrypt-password.ts';
import { type Operator, OperatorEntity } from './operators.entity.ts';

const freeTries = 5;
const firstWaitMs = 30_000;
const longestWaitMs = hourMs;

/**
 * Returns whether a code is the second factor of this operator: a TOTP code of a time step that was not used yet, or an
 * unused recovery code; it is used up then. Counts wrong codes: from the fifth in a row on, the wait doubles from 30 s
 * to one hour. The caller's transaction holds the row lock of `operator`, and must commit when the code was wrong.
 * @throws HttpError 429 during the wait.
 */
export async function checkSecondFactor(
  manager: EntityManager,
  operator: Operator,
  code: string,
  config: Pick<Config, 'credentialKeys'>,
): Promise<boolean> {
  const waitMs = (operator.blockedUntil?.getTime() ?? 0) - Date.now();
  if (waitMs > 0) {
    const retryAfterS = Math.ceil(waitMs / 1000);
    throw new HttpError(429, `Too many wrong codes. Please wait ${retryAfterS} seconds and try again.`, {
      retryAfterS,
    });
  }
  const { userId } = operator;
  const step = findTotpStep(decryptPassword(operator, userId, config), code);
  const isAccepted =
    step === undefined ? await consumeRecoveryCode(manager, userId, code) : step > operator.lastTotpStep;
  if (isAccepted) {
    const lastTotpStep = step ?? operator.lastTotpStep;
    await manager.update(OperatorEntity, { userId }, { lastTotpStep, failedCodes: 0, blockedUntil: null });
  } else {
    const failedCodes = operator.failedCodes + 1;
    const blockedMs = Math.min(firstWaitMs * 2 ** (failedCodes - freeTries), longestWaitMs);
    const blockedUntil = failedCodes < freeTries ? null : new Date(Date.now() + blockedMs);
    await manager.update(OperatorEntity, { userId }, { failedCodes, blockedUntil });
  }
  return isAccepted;
}

/** Returns the HttpError 422 for a code that {@link checkSecondFactor} did not accept. */
export const wrongCodeError = () =>
  invalidField('code', 'This code is wrong, or it was used already. Please wait for the next one.');

async function consumeRecoveryCode(manager: EntityManager, operatorId: string, code: string) {
  const used = await execute(
    manager,
    'UPDATE recovery_codes SET used_at = now() WHERE operator_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [operatorId, hashRecoveryCode(code, operatorId)],
  );
  return used === 1;
}

// Without characters that are easily confused; 32 of them, so that a character has 5 bits.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeCount = 10;
const groupCount = 7;

/** Returns ten random recovery codes of 140 bits, written in seven groups of four characters. */
export function createRecoveryCodes(): string[] {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: codeCount }, () => Array.from({ length: groupCount }, group).join('-'));
}

/**
 * Returns the hash under which a recovery code is stored; case, spaces and hyphens do not matter. A fast hash is enough,
 * because 140 random bits cannot be guessed (ASVS 5.0 requires 112). Earlier codes have 80.
 */
export function hashRecoveryCode(code: string, operatorId: string): Buffer {
  const plain = code.toUpperCase().replace(/[^A-Z\d]/g, '');
  return createHash('sha256').update(`${operatorId}:${plain}`).digest();
}

/** Length of a TOTP time step (RFC 6238, section 4.1). */
const stepMs = 30_000;

/** Returns a new TOTP secret of 160 bits in base32 (RFC 4226, section 4). */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the URI that an authenticator app reads from the QR code. */
export function totpUri(secret: string, label: { email: string; issuer: string }): string {
  return totpOf(secret, label).toString();
}

/** Returns the code of a secret at a time, by default now. */
export function totpCode(secret: string, at = Date.now()): string {
  return totpOf(secret).generate({ timestamp: at });
}

/**
 * Returns the number of the time step that a code belongs to, or undefined when it is wrong. The steps before and after
 * the current one are accepted, for clocks that differ (RFC 6238, section 5.2).
 */
function findTotpStep(secret: string, code: string, at = Date.now()): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, timestamp: at, window: 1 });
  return delta === null ? undefined : Math.floor(at / stepMs) + delta;
}

function totpOf(secret: string, { email, issuer } = { email: '', issuer: '' }): TOTP {
  return new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret) });
}
