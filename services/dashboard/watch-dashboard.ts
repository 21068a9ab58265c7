import type { watchDashboard as contract } from '#contracts/dashboard.ts';
import type { Deps, Handler } from '#services/deps.ts';
import type { ChangeFeed } from '#services/platform/database/change-feed.ts';
import { HttpError, unavailable } from '#services/platform/errors.ts';

const mostPerPerson = 6;
const mostInAll = 5_000;
const retryS = 30;

interface Open {
  inAll: number;
  byPerson: Map<string, number>;
}

const openOf = new WeakMap<ChangeFeed, Open>();

/**
 * Tells a browser that the dashboard has changed; it then asks for it anew. Ends with the session. Refuses with
 * 429 more than six connections of one person, and with 503 when the process has all it can hold.
 */
export const watchDashboard: Handler<typeof contract> = async ({ caller }, { db, changes }) => {
  const open = openOf.get(changes) ?? { inAll: 0, byPerson: new Map<string, number>() };
  openOf.set(changes, open);
  const own = open.byPerson.get(caller.id) ?? 0;
  if (own >= mostPerPerson) {
    throw new HttpError(429, 'Too many tabs are following this dashboard.', { retryAfterS: retryS });
  }
  if (open.inAll >= mostInAll || changes.ended.aborted) {
    throw unavailable('No more live updates right now.', retryS);
  }
  return {
    start({ send, end }) {
      count(open, caller.id, 1);
      const leave = changes.watch(caller.id, () => {
        isAlive(db, caller.sessionId).then((alive) => (alive ? send() : end()), send);
      });
      changes.ended.addEventListener('abort', end);
      return () => {
        leave();
        changes.ended.removeEventListener('abort', end);
        count(open, caller.id, -1);
      };
    },
  };
};

function count(open: Open, personId: string, step: 1 | -1): void {
  const own = (open.byPerson.get(personId) ?? 0) + step;
  open.inAll += step;
  if (own > 0) open.byPerson.set(personId, own);
  else open.byPerson.delete(personId);
}

// Asked only when there is news for the person; the end of a session is such news.
async function isAlive(db: Deps['db'], sessionId: string): Promise<boolean> {
  const rows: unknown[] = await db.query(
    'SELECT 1 FROM sessions WHERE id = $1 AND revoked_at IS NULL AND expires_at > now()',
    [sessionId],
  );
  return rows.length > 0;
}
