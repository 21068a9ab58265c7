import type { EntityManager } from 'typeorm';
import type { Config } from '#services/platform/config.ts';
import { execute } from '#services/platform/database/sql.ts';
import { HttpError } from '#services/platform/errors.ts';
import { decryptPassword } from '#services/requests/encrypt-password.ts';
import { type Operator, OperatorEntity } from './operator.entity.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';

const freeTries = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 3_600_000;

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

async function consumeRecoveryCode(
  manager: EntityManager,
  operatorId: string,
  code: string,
): Promise<boolean> {
  const used = await execute(
    manager,
    'UPDATE recovery_codes SET used_at = now() WHERE operator_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [operatorId, hashRecoveryCode(code, operatorId)],
  );
  return used === 1;
}
