import type { EntityManager } from 'typeorm';
import type { CaseKey } from '#services/cases/open-case.ts';
import type { Config } from '#services/platform/config.ts';
import { row } from '#services/platform/database/sql.ts';

/**
 * Returns the button of an operators' mail: the open case of this kind about one of these subjects, or else the inbox. It
 * leads to the sign-in, because browsers do not send the cookie of the desk with a link from outside.
 */
export async function caseLink(
  manager: EntityManager,
  kind: CaseKey['kind'],
  subjectIds: readonly (string | null)[],
  { publicUrl }: Pick<Config, 'publicUrl'>,
): Promise<{ label: string; url: string }> {
  const found = await row<{ id: string }>(
    manager,
    `SELECT id FROM cases WHERE kind = $1 AND subject_id = ANY ($2) AND status <> 'closed' LIMIT 1`,
    [kind, subjectIds.filter(Boolean)],
  );
  const next = found ? `/ops/case?id=${found.id}` : '/ops';
  const query = new URLSearchParams({ next, from: 'mail' });
  return { label: found ? 'Open the case' : 'Open the desk', url: `${publicUrl}/ops/sign-in?${query}` };
}
