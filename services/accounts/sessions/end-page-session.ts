import type { setPageCookie as contract } from '#contracts/accounts/sign-in.ts';
import type { Deps, Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { Reply } from '#services/platform/http/route.ts';
import { pageCookieOf, readPageCookie } from './page-session.ts';

/** Sets the page cookie of the caller's session, for a browser that has the token without it. */
export const setPageCookie: Handler<typeof contract> = async ({ caller }, { config }) =>
  new Reply(
    200,
    { message: 'Your pages now arrive with their content.' },
    { 'Set-Cookie': await pageCookieOf(caller.sessionId, true, config) },
  );

/** Ends the session that the page cookie names: its browser has lost the token. */
export async function endPageSession(
  cookies: string | undefined,
  { config, db }: Pick<Deps, 'config' | 'db'>,
): Promise<void> {
  const sessionId = await readPageCookie(cookies, config);
  if (!sessionId) return;
  await inTransaction(db, async (manager) => {
    const ended = await row<{ userId: string }>(
      manager,
      `UPDATE sessions SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING user_id AS "userId"`,
      [sessionId],
    );
    if (ended) publishChange(manager, ended.userId);
  });
}
