import type { watchDashboard as contract } from '#contracts/dashboard/dashboard.ts';
import { isActiveSession } from '#services/accounts/sessions/find-session.ts';
import type { Deps, Handler } from '#services/deps.ts';
import type { ChangeFeed } from '#services/platform/database/change-feed.ts';
import { hasRow } from '#services/platform/database/sql.ts';
import { HttpError, unavailable } from '#services/platform/errors.ts';

const maxPerUser = 6;
const maxInTotal = 5_000;
const retryS = 30;

interface Open {
  total: number;
  byUser: Map<string, number>;
}

const openOf = new WeakMap<ChangeFeed, Open>();

/**
 * Streams an event whenever the caller's dashboard has changed, so that the browser loads it again; also at once, when it may have
 * changed since the page was rendered. Ends with the session.
 * @throws HttpError 429 for more than six connections of one user, 503 when the process has reached its limit.
 */
export const watchDashboard: Handler<typeof contract> = async (
  { caller, query },
  { config, db, changes },
) => {
  const open = openOf.get(changes) ?? { total: 0, byUser: new Map<string, number>() };
  openOf.set(changes, open);
  const own = open.byUser.get(caller.id) ?? 0;
  if (own >= maxPerUser) {
    throw new HttpError(429, 'Too many tabs are following this dashboard.', { retryAfterS: retryS });
  }
  if (open.total >= maxInTotal || changes.ended.aborted) {
    throw unavailable('No more live updates right now.', retryS);
  }
  return {
    start({ send, end }) {
      count(open, caller.id, 1);
      const unsubscribe = changes.watch(caller.id, () => {
        isSessionActive({ config, db }, caller.sessionId).then(
          (isActive) => (isActive ? send() : end()),
          send,
        );
      });
      changes.ended.addEventListener('abort', end);
      // Subscribed first, so that a change in between is not missed.
      if (query.since !== undefined && changes.mayHaveChanged(caller.id, query.since)) send();
      return () => {
        unsubscribe();
        changes.ended.removeEventListener('abort', end);
        count(open, caller.id, -1);
      };
    },
  };
};

function count(open: Open, userId: string, step: 1 | -1): void {
  const own = (open.byUser.get(userId) ?? 0) + step;
  open.total += step;
  if (own > 0) open.byUser.set(userId, own);
  else open.byUser.delete(userId);
}

// Queried only on a change for this user; the end of a session is such a change.
function isSessionActive({ config, db }: Pick<Deps, 'config' | 'db'>, sessionId: string): Promise<boolean> {
  return hasRow(db, `SELECT 1 FROM sessions s WHERE id = $1 AND ${isActiveSession(config)}`, [sessionId]);
}
