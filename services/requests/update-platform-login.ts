import type { EntityManager } from 'typeorm';
import type * as z from 'zod/mini';
import type { RequestEditSchema } from '#contracts/requests/requests.ts';
import type { Config } from '#services/platform/config.ts';
import { invalid } from '#services/platform/errors.ts';
import { encryptPassword } from './encrypt-password.ts';
import { PlatformLoginEntity } from './platform-login.entity.ts';
import type { HelpRequest } from './request.entity.ts';

/**
 * Stores, replaces or deletes the encrypted platform password of a request after an edit. An empty password leaves the
 * stored one, unless the login e-mail changed. @throws HttpError 422 when a password is required.
 */
export async function updatePlatformLogin(
  manager: EntityManager,
  request: HelpRequest,
  { delivery, account }: z.output<typeof RequestEditSchema>,
  config: Pick<Config, 'credentialKeys'>,
): Promise<void> {
  const needsLogin = delivery === 'platform-login';
  if (needsLogin && !account?.password) {
    const isKept =
      request.accountEmail === account?.email &&
      (await manager.existsBy(PlatformLoginEntity, { requestId: request.id }));
    if (isKept) return;
    const message = 'Please enter the platform password.';
    throw invalid(message, { 'account.password': message });
  }
  await manager.delete(PlatformLoginEntity, { requestId: request.id });
  if (!needsLogin || !account) return;
  await manager.insert(PlatformLoginEntity, {
    requestId: request.id,
    ...encryptPassword(account.password, request.id, config),
  });
}
