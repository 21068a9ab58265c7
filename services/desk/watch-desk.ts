import type { watchDesk as contract } from '#contracts/desk/desk.ts';
import { OPERATORS } from '#services/cases/audit-log.ts';
import type { Handler } from '#services/deps.ts';
import { hasRow } from '#services/platform/database/sql.ts';
import { unavailable } from '#services/platform/errors.ts';

/** Streams an event whenever cases change, until the session ends. */
export const watchDesk: Handler<typeof contract> = async ({ caller }, { db, changes }) => {
  if (changes.ended.aborted) throw unavailable('No more live updates right now.', 5);
  const active = 'SELECT 1 FROM operator_sessions WHERE id = $1 AND ended_at IS NULL AND expires_at > now()';
  return {
    start({ send, end }) {
      const unsubscribe = changes.watch(OPERATORS, () => {
        hasRow(db, active, [caller.sessionId]).then((isActive) => (isActive ? send() : end()), send);
      });
      changes.ended.addEventListener('abort', end);
      return () => {
        unsubscribe();
        changes.ended.removeEventListener('abort', end);
      };
    },
  };
};
