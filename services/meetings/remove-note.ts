import type { EntityManager } from 'typeorm';
import { publishChange } from '#services/platform/database/change-feed.ts';
import { row } from '#services/platform/database/sql.ts';

/** Removes the note of a meeting; mails that were sent keep theirs. Does nothing for a meeting that is gone. */
export async function removeNote(manager: EntityManager, meetingId: string): Promise<void> {
  const people = await row<{ sponsorId: string; learnerId: string }>(
    manager,
    `UPDATE meetings m SET note = NULL FROM requests r WHERE m.id = $1 AND r.id = m.request_id
     RETURNING m.sponsor_id AS "sponsorId", r.learner_id AS "learnerId"`,
    [meetingId],
  );
  if (!people) return;
  publishChange(manager, people.sponsorId);
  publishChange(manager, people.learnerId);
}
