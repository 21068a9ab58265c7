import type { signOutOperator as contract } from '#contracts/desk/operators.ts';
import { OPERATORS } from '#services/cases/record-act.ts';
import type { Handler } from '#services/deps.ts';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { Reply } from '#services/platform/http/route.ts';
import { clearedOperatorCookie, endOperatorSessions } from './operator-session.ts';

/** Ends the caller's session of the desk and removes its cookie. */
export const signOutOperator: Handler<typeof contract> = async ({ caller }, { config, db }) => {
  await inTransaction(db, async (manager) => {
    await endOperatorSessions(manager, caller.id, caller.sessionId);
    publishChange(manager, OPERATORS);
  });
  return new Reply(200, { message: 'You are signed out.' }, { 'Set-Cookie': clearedOperatorCookie(config) });
};
