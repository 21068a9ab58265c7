import { type EntityManager, IsNull } from 'typeorm';
import * as z from 'zod/mini';
import type { ReportSubject } from '#contracts/safety/report-reasons.ts';
import type { CaseKey } from '#services/cases/open-case.ts';
import { CourseEntity } from '#services/catalogue/course.entity.ts';
import { row } from '#services/platform/database/sql.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { visibleToSponsor, visibleToVisitor } from '#services/requests/visible-to-sponsor.ts';

/**
 * Returns the subject of a report, if the caller or visitor may see what it names; otherwise undefined. The caller's own
 * request is no subject.
 */
export async function findReported(
  manager: EntityManager,
  { about, id }: { about: ReportSubject; id: string },
  caller: Caller | undefined,
): Promise<CaseKey['subject'] | undefined> {
  if (about === 'course') {
    const course = await manager.findOneBy(CourseEntity, { slug: id, hiddenAt: IsNull() });
    return course ? { type: 'course', id: course.id } : undefined;
  }
  if (!z.uuid().safeParse(id).success) return undefined;
  if (about === 'sponsor' || about === 'note') {
    const meeting = await row<{ sponsorId: string; hasNote: boolean }>(
      manager,
      `SELECT m.sponsor_id AS "sponsorId", m.note IS NOT NULL AS "hasNote"
       FROM meetings m JOIN requests r ON r.id = m.request_id WHERE m.id = $1 AND r.learner_id = $2`,
      [id, caller?.id ?? null],
    );
    if (about === 'note') return meeting?.hasNote ? { type: 'meeting', id } : undefined;
    return meeting && { type: 'user', id: meeting.sponsorId };
  }
  const request = await row<{ id: string; learnerId: string }>(
    manager,
    `SELECT r.id, r.learner_id AS "learnerId" FROM requests r
     WHERE r.id = $1 AND r.learner_id IS DISTINCT FROM $2::uuid
       AND (${visibleToVisitor()} OR ${visibleToSponsor('$2::uuid')})`,
    [id, caller?.id ?? null],
  );
  if (!request) return undefined;
  return about === 'learner' ? { type: 'user', id: request.learnerId } : { type: 'request', id: request.id };
}
