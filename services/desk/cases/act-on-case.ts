import type * as contracts from '#contracts/desk/desk.ts';
import type { revealLogin as contract } from '#contracts/desk/desk.ts';
import { recordAct, recordAudit } from '#services/cases/audit-log.ts';
import {
  claimCase as claim,
  lockOpenCase,
  lockOwnCase,
  releaseCase as release,
} from '#services/cases/case-ownership.ts';
import { waitForAnswer } from '#services/cases/case-waiting.ts';
import { closeCase as close, reopenCase as reopen } from '#services/cases/close-case.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, invalid, invalidField, notFound } from '#services/platform/errors.ts';
import { decryptPassword } from '#services/requests/encrypt-password.ts';
import { PlatformLoginEntity } from '#services/requests/request.entity.ts';
import { changedText } from '../actions/changed-text.ts';
import { actionsFor, fieldsOf, findActionContext, isActionOf, isForEveryone } from '../actions/registry.ts';
import { findOperators } from '../approvals/find-approvals.ts';
import { mentionOperator } from '../teamwork/mentions.ts';
import { assignTo } from './assign-to.ts';
import { findCloseObstacle } from './end-obstacle.ts';
import { findSubject, lockSubject } from './find-subject.ts';

/** Claims a case for the caller. */
export const claimCase: Handler<typeof contracts.claimCase> = async ({ params, caller }, { db }) => {
  await inTransaction(db, async (manager) => {
    const operators = await findOperators(manager);
    await claim(manager, { caseId: params.id, operatorId: caller.id, operators });
  });
  return { message: 'The case is yours.' };
};

/** Returns a case to the inbox. */
export const releaseCase: Handler<typeof contracts.releaseCase> = async (
  { params, body, caller },
  { db },
) => {
  const { id: operatorId, isLead } = caller;
  const action = { caseId: params.id, operatorId, isLead, reason: body.reason };
  await inTransaction(db, (manager) => release(manager, action));
  return { message: 'The case is back in the inbox.' };
};

/** Assigns a case to an operator. @throws HttpError 404 or 409 as {@link assignTo}. */
export const assignCase: Handler<typeof contracts.assignCase> = async ({ params, body, caller }, { db }) => {
  const act = { ...body, caseId: params.id, operatorId: caller.id };
  const name = await inTransaction(db, (manager) => assignTo(manager, act));
  return { message: `The case belongs to ${name} now.` };
};

/**
 * Sets a case to waiting, or hands it to another operator: to one, or to the inbox.
 * @throws HttpError 422 without a time or for one in the past; 404 or 409 as {@link assignCase}.
 */
export const waitForCase: Handler<typeof contracts.waitForCase> = async (
  { params, body, caller },
  { db },
) => {
  const { on, to, reason } = body;
  const act = { caseId: params.id, operatorId: caller.id, reason };
  if (on === 'operator') {
    if (to === caller.id) throw invalidField('to', 'Please choose another operator.');
    const name = await inTransaction(db, async (manager) =>
      to ? assignTo(manager, { ...act, to, isOwn: true }) : release(manager, act),
    );
    return { message: name ? `The case belongs to ${name} now.` : 'The case is back in the inbox.' };
  }
  if (!body.until) throw invalidField('until', 'Please choose a time.');
  const until = new Date(body.until);
  if (until <= new Date()) throw invalidField('until', 'Please choose a time in the future.');
  await inTransaction(db, (manager) => waitForAnswer(manager, { ...act, on, until }));
  return { message: 'The case waits.' };
};

/** Adds a note to the history; every operator may. @throws HttpError 409 as {@link mentionOperator}. */
export const noteCase: Handler<typeof contracts.noteCase> = async ({ params, body, caller }, { db }) => {
  const { note: detail, mention } = body;
  const name = await inTransaction(db, async (manager) => {
    await lockOpenCase(manager, params.id);
    const act = { caseId: params.id, actorId: caller.id, act: 'noted', detail } as const;
    const actId = await recordAct(manager, act);
    return mention && (await mentionOperator(manager, actId, mention));
  });
  return {
    message: name ? `The note is in the history, and ${name} sees it.` : 'The note is in the history.',
  };
};

/** Closes a case of the caller. @throws HttpError 409 for a kind that its own actions close, and while its subject is open. */
export const closeCase: Handler<typeof contracts.closeCase> = async ({ params, body, caller }, { db }) => {
  await inTransaction(db, async (manager) => {
    await lockSubject(manager, params.id);
    const obstacle = await findCloseObstacle(manager, await lockOwnCase(manager, params.id, caller.id));
    if (obstacle) throw conflict(obstacle);
    const { outcome, reason } = body;
    await close(manager, { id: params.id }, { outcome: { words: outcome }, reason, actorId: caller.id });
  });
  return { message: 'The case is closed.' };
};

/** Opens a closed case again; the caller owns it then. */
export const reopenCase: Handler<typeof contracts.reopenCase> = async ({ params, body, caller }, { db }) => {
  await inTransaction(db, async (manager) => {
    const operators = await findOperators(manager);
    await reopen(manager, { caseId: params.id, operatorId: caller.id, operators, reason: body.reason });
  });
  return { message: 'The case is open again, and yours.' };
};

/**
 * Does an action of the registry on a case of the caller, or one that is for everyone on any case.
 * @throws HttpError 404 for an action that cases of this kind do not have, 409 when it cannot be done now or is done
 * already, 422 for a missing field.
 */
export const runCaseAction: Handler<typeof contracts.runCaseAction> = async (
  { params, body, caller },
  deps,
) => {
  const label = await inTransaction(deps.db, async (manager) => {
    await lockSubject(manager, params.id);
    const ownCase = isForEveryone(body.action)
      ? await lockOpenCase(manager, params.id)
      : await lockOwnCase(manager, params.id, caller.id);
    const context = await findActionContext(manager, ownCase, caller, deps.config);
    const action = actionsFor(context).find(({ name }) => name === body.action);
    if (!action && isActionOf(ownCase.kind, body.action)) throw conflict(changedText(context));
    if (!action) throw notFound('This case has no such action.');
    const obstacle = await action.obstacle?.(context, manager);
    if (obstacle) throw conflict(obstacle);
    const missing = (await fieldsOf(manager, action, context))
      .filter(({ name, isRequired }) => isRequired && !body.values[name]?.trim())
      .map(({ name, label }) => [name, `Please fill in: ${label}.`]);
    if (missing.length > 0) throw invalid('Please fill in every field.', Object.fromEntries(missing));
    const detail = await action.run(manager, context, body.values, deps);
    await recordAct(manager, { caseId: ownCase.id, actorId: caller.id, act: action.name, detail });
    return action.label;
  });
  return { message: `Done: ${label}.` };
};

/** How long the page shows a revealed login, in seconds (decisions section 4). */
const secondsShown = 60;

/**
 * Returns the platform login of the request that an own case is about. The entry of the audit log is committed before
 * the password is decrypted and sent, so that no login is shown without an entry.
 * @throws HttpError 404 when the request has none any more.
 */
export const revealLogin: Handler<typeof contract> = async ({ params, body, caller }, { config, db }) => {
  const { request, login } = await inTransaction(db, async (manager) => {
    const { request } = await findSubject(manager, await lockOwnCase(manager, params.id, caller.id));
    const login = request && (await manager.findOneBy(PlatformLoginEntity, { requestId: request.id }));
    if (!request || !login) throw notFound('This request has no platform login, or it was erased.');
    const { reason: detail } = body;
    await recordAudit(manager, 'platform_login.revealed', `request:${request.id}`, detail, caller.id);
    await recordAct(manager, { caseId: params.id, actorId: caller.id, act: 'login_revealed', detail });
    return { request, login };
  });
  const password = decryptPassword(login, request.id, config);
  return { message: 'The login.', data: { email: request.accountEmail, password, secondsShown } };
};
