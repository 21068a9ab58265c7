import type { revealLogin as contract } from '#contracts/desk/desk.ts';
import { lockOwnCase } from '#services/cases/lock-case.ts';
import { recordAct } from '#services/cases/record-act.ts';
import { recordAudit } from '#services/cases/record-audit.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { notFound } from '#services/platform/errors.ts';
import { decryptPassword } from '#services/requests/encrypt-password.ts';
import { PlatformLoginEntity } from '#services/requests/platform-login.entity.ts';
import { findSubject } from '../cases/find-subject.ts';

/** How long the page shows a revealed login, in seconds (decisions section 4). */
const secondsShown = 60;

/**
 * Returns the platform login of the request that an own case is about. The entry of the audit log is committed before
 * the password is decrypted and sent, so that no login is shown without an entry.
 * @throws HttpError 404 when the request has none any more.
 */
export const revealLogin: Handler<typeof contract> = async ({ params, body, caller }, { config, db }) => {
  const { request, login } = await inTransaction(db, async (manager) => {
    const found = await lockOwnCase(manager, params.id, caller.id);
    const { request } = await findSubject(manager, found);
    const login = request && (await manager.findOneBy(PlatformLoginEntity, { requestId: request.id }));
    if (!request || !login) throw notFound('This request has no platform login, or it was erased.');
    const { reason } = body;
    await recordAudit(manager, 'platform_login.revealed', `request:${request.id}`, reason, caller.id);
    await recordAct(manager, { caseId: found.id, actorId: caller.id, act: 'login_revealed', detail: reason });
    return { request, login };
  });
  const password = decryptPassword(login, request.id, config);
  return { message: 'The login.', data: { email: request.accountEmail, password, secondsShown } };
};
