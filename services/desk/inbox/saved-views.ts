import type * as contracts from '#contracts/desk/desk-inbox.ts';
import { InboxFiltersSchema } from '#contracts/desk/desk-inbox.ts';
import type { Handler } from '#services/deps.ts';
import { execute, rows } from '#services/platform/database/sql.ts';
import { conflict, notFound } from '#services/platform/errors.ts';

/** More would not be a choice, but a list to search. */
const maxViews = 20;

/** Returns the caller's saved views of the inbox. */
export const listViews: Handler<typeof contracts.listViews> = async ({ caller }, { db }) => {
  const views = await rows<contracts.SavedView>(
    db,
    'SELECT id, name, query FROM saved_views WHERE operator_id = $1 ORDER BY lower(name), name',
    [caller.id],
  );
  return { message: 'Your views.', data: { views } };
};

/** Saves a view, or replaces the one of this name. @throws HttpError 409 for one view too many. */
export const saveView: Handler<typeof contracts.saveView> = async ({ body, caller }, { db }) => {
  const { name, filters } = body;
  // The defaults are not part of the address.
  const defaults: Record<string, unknown> = InboxFiltersSchema.parse({});
  const given = Object.entries(filters).filter(
    ([key, value]) => value !== undefined && value !== defaults[key],
  );
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  const saved = await execute(
    db,
    `INSERT INTO saved_views (operator_id, name, query) SELECT $1::uuid, $2::text, $3::text
     WHERE (SELECT count(*) FROM saved_views WHERE operator_id = $1 AND name <> $2) < ${maxViews}
     ON CONFLICT (operator_id, name) DO UPDATE SET query = excluded.query`,
    [caller.id, name, `${search}`],
  );
  if (saved === 0) throw conflict(`You have ${maxViews} views. Delete one first.`);
  return { message: `Saved as “${name}”.` };
};

/** Deletes a view of the caller. @throws HttpError 404. */
export const deleteView: Handler<typeof contracts.deleteView> = async ({ params, caller }, { db }) => {
  const deleted = await execute(db, 'DELETE FROM saved_views WHERE id = $1 AND operator_id = $2', [
    params.id,
    caller.id,
  ]);
  if (deleted === 0) throw notFound('There is no such view.');
  return { message: 'The view is deleted.' };
};
