import type { EntityManager } from 'typeorm';
import type * as z from 'zod/mini';
import type { RequestEditSchema } from '#contracts/requests.ts';
import type { Config } from '#services/platform/config.ts';
import { invalid } from '#services/platform/errors.ts';
import { encryptPassword } from './encrypt-password.ts';
import { PlatformLoginEntity } from './platform-login.entity.ts';
import type { HelpRequest } from './request.entity.ts';

/**
 * Keeps, replaces or erases the sealed platform password of a request as its edited form says. An empty password
 * keeps the one that is there, but not for another login e-mail.
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
