import type { EntityManager } from 'typeorm';
import { operatorLevelNames } from '#contracts/desk/desk-words.ts';
import type { OperatorLevel } from '#contracts/desk/operators.ts';
import { hashPassword } from '#services/accounts/passwords/passwords.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import type { Config } from '#services/platform/config.ts';
import { insertOnce } from '#services/platform/database/sql.ts';
import { conflict } from '#services/platform/errors.ts';
import { encryptPassword } from '#services/requests/encrypt-password.ts';
import { OperatorEntity, RecoveryCodeEntity } from './operators.entity.ts';
import { createRecoveryCodes, createTotpSecret, hashRecoveryCode } from './second-factor.ts';

/** An operator to create. */
export interface NewOperator {
  email: string;
  fullName: string;
  password: string;
  /** Whether the password was generated, so that the first sign-in has to replace it. */
  hasInitialPassword?: boolean;
  level: OperatorLevel;
  /** By default a new one. */
  totpSecret?: string;
  isSample?: boolean;
}

/** Values that are shown once, after an operator was created. */
export interface OperatorSecrets {
  id: string;
  totpSecret: string;
  recoveryCodes: string[];
}

/**
 * Creates an account of role `operator` with its second factor, in the caller's transaction.
 * @throws HttpError 409 when the address has an account.
 */
export async function createOperator(
  manager: EntityManager,
  {
    email,
    fullName,
    password,
    level,
    hasInitialPassword = false,
    totpSecret = createTotpSecret(),
    isSample = false,
  }: NewOperator,
  config: Pick<Config, 'credentialKeys'>,
  actorId: string | null = null,
): Promise<OperatorSecrets> {
  const passwordHash = await hashPassword(password);
  const user = await insertOnce(manager, UserEntity, {
    email,
    fullName,
    passwordHash,
    role: 'operator',
    emailVerifiedAt: new Date(),
    isSample,
  });
  if (!user) throw conflict(`${email} has an account. An operator needs an address of their own.`);
  const { id } = user;
  await manager.insert(OperatorEntity, {
    userId: id,
    level,
    hasInitialPassword,
    ...encryptPassword(totpSecret, id, config),
  });
  const recoveryCodes = await addRecoveryCodes(manager, id);
  await recordAudit(manager, 'operator.created', `user:${id}`, operatorLevelNames[level], actorId);
  return { id, totpSecret, recoveryCodes };
}

/** Creates recovery codes for an operator. Returns them; they are stored as hashes only. */
export async function addRecoveryCodes(manager: EntityManager, operatorId: string): Promise<string[]> {
  const codes = createRecoveryCodes();
  await manager.insert(
    RecoveryCodeEntity,
    codes.map((code) => ({ operatorId, codeHash: hashRecoveryCode(code, operatorId) })),
  );
  return codes;
}
