import { randomBytes } from 'node:crypto';
import type * as z from 'zod/mini';
import type * as contracts from '#contracts/desk/operators.ts';
import { checkName } from '#services/accounts/names.ts';
import { OPERATORS, recordAudit } from '#services/cases/audit-log.ts';
import { releaseCasesOf } from '#services/cases/case-ownership.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { execute, lockRow, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, forbidden, notFound } from '#services/platform/errors.ts';
import { isoTimes, type WithDates } from '#services/platform/iso-times.ts';
import { absentUntil } from './absences.ts';
import { addRecoveryCodes, createOperator } from './create-operator.ts';
import { endOperatorSessions as endSessions } from './operator-session.ts';
import { OperatorEntity } from './operators.entity.ts';
import { checkSecondFactor, totpUri, wrongCodeError } from './second-factor.ts';

type OperatorView = z.output<typeof contracts.listOperators.response>['data'][number];

/** Returns the operators, those with access first. */
export const listOperators: Handler<typeof contracts.listOperators> = async ({ caller }, { db }) => {
  const operators = await rows<WithDates<Omit<OperatorView, 'isMe'>, 'lastSeenAt' | 'endedAt'>>(
    db,
    `SELECT o.user_id AS id, u.full_name AS "fullName", u.email, o.level = 'lead' AS "isLead",
       o.ended_at AS "endedAt", to_char(o.absent_until, 'YYYY-MM-DD') AS "absentUntil", o.mails,
       (SELECT max(last_seen_at) FROM operator_sessions s WHERE s.operator_id = o.user_id) AS "lastSeenAt",
       (SELECT count(*)::int FROM operator_sessions s WHERE s.operator_id = o.user_id AND s.ended_at IS NULL
          AND s.expires_at > now() AND s.last_seen_at > now() - interval '30 minutes') AS sessions,
       (SELECT count(*)::int FROM recovery_codes r WHERE r.operator_id = o.user_id AND r.used_at IS NULL)
         AS "recoveryCodesLeft"
     FROM operators o JOIN users u ON u.id = o.user_id
     ORDER BY o.ended_at IS NOT NULL, lower(u.full_name), o.user_id`,
  );
  const data = operators.map((operator) => ({
    ...isoTimes(operator),
    absentUntil: absentUntil(operator.absentUntil),
    isMe: operator.id === caller.id,
  }));
  return { message: 'The operators.', data };
};

/** Creates an operator with a random password. @throws HttpError 409 when the address has an account. */
export const addOperator: Handler<typeof contracts.addOperator> = async (
  { body, caller },
  { config, db },
) => {
  checkName(body.fullName);
  const password = randomBytes(16).toString('base64url');
  const created = await inTransaction(db, async (manager) => {
    publishChange(manager, OPERATORS);
    return createOperator(manager, { ...body, password, hasInitialPassword: true }, config, caller.id);
  });
  const { totpSecret, recoveryCodes } = created;
  const { default: encodeQR } = await import('qr');
  const qr = encodeQR(totpUri(totpSecret, { email: body.email, issuer: config.brand.name }), 'raw');
  const data = { email: body.email, password, totpSecret, qr, recoveryCodes };
  return { message: `${body.fullName} can sign in now.`, data };
};

/** Ends the sessions of an operator. @throws HttpError 403 for another operator's without being a lead, 404. */
export const endOperatorSessions: Handler<typeof contracts.endOperatorSessions> = async (
  { params, body, caller },
  { db },
) => {
  if (params.id !== caller.id && !caller.isLead) throw forbidden('Only a lead may do this.');
  await inTransaction(db, async (manager) => {
    if (!(await manager.existsBy(OperatorEntity, { userId: params.id })))
      throw notFound('There is no such operator.');
    await endSessions(manager, params.id);
    await recordAudit(manager, 'operator.sessions_ended', `user:${params.id}`, body.reason, caller.id);
    publishChange(manager, OPERATORS);
  });
  return { message: 'Signed out everywhere.' };
};

/**
 * Ends the access of an operator and returns their cases to the inbox. @throws HttpError 404; 409 for oneself, so that
 * the desk keeps a lead, or when the access has ended.
 */
export const endOperator: Handler<typeof contracts.endOperator> = async (
  { params, body, caller },
  { db },
) => {
  const userId = params.id;
  if (userId === caller.id) throw conflict('Another lead has to end your access.');
  await inTransaction(db, async (manager) => {
    const operator = await lockRow(manager, OperatorEntity, { userId });
    if (!operator) throw notFound('There is no such operator.');
    if (operator.endedAt) throw conflict('This access has ended already.');
    await manager.update(OperatorEntity, { userId }, { endedAt: () => 'now()' });
    await endSessions(manager, userId);
    await releaseCasesOf(manager, userId, {
      operatorId: caller.id,
      reason: 'The access of its owner ended.',
    });
    await recordAudit(manager, 'operator.ended', `user:${userId}`, body.reason, caller.id);
    publishChange(manager, OPERATORS);
  });
  return { message: 'The access is ended.' };
};

/** Replaces the caller's recovery codes. @throws HttpError 422 for a wrong code, 429 after too many. */
export const replaceRecoveryCodes: Handler<typeof contracts.replaceRecoveryCodes> = async (
  { body, caller },
  { config, db },
) => {
  // A wrong code is counted, so its transaction has to commit.
  const recoveryCodes = await inTransaction(db, async (manager) => {
    const operator = await lockRow(manager, OperatorEntity, { userId: caller.id });
    if (!operator || !(await checkSecondFactor(manager, operator, body.code, config))) return undefined;
    await execute(
      manager,
      'UPDATE recovery_codes SET used_at = now() WHERE operator_id = $1 AND used_at IS NULL',
      [caller.id],
    );
    await recordAudit(manager, 'operator.recovery_codes_replaced', `user:${caller.id}`, '', caller.id);
    return addRecoveryCodes(manager, caller.id);
  });
  if (!recoveryCodes) throw wrongCodeError();
  return { message: 'The old codes stopped working.', data: { recoveryCodes } };
};
