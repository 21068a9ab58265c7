import { type EntityManager, IsNull } from 'typeorm';
import * as z from 'zod/mini';
import type { ReportSubject } from '#contracts/safety/report-reasons.ts';
import type { submitReport as contract } from '#contracts/safety/reports.ts';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { type CaseKey, expectedDaySentence, findExpectedTime } from '#services/cases/open-case.ts';
import { CourseEntity } from '#services/catalogue/course.entity.ts';
import type { Handler } from '#services/deps.ts';
import { lockRow, row } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { notFound, unauthenticated } from '#services/platform/errors.ts';
import type { Caller } from '#services/platform/http/route.ts';
import { visibleToEverySponsor, visibleToSponsor } from '#services/requests/visible-to-sponsor.ts';
import { ThankYouEntity } from '#services/thanks/thank-you.entity.ts';
import { storeReport } from './reports.ts';

/**
 * Stores a report on a subject that the caller or visitor may see.
 * @throws HttpError 401 for a report on a sponsor, note or thank-you without a sign-in, 404 for a subject that the caller may not see.
 */
export const submitReport: Handler<typeof contract> = ({ body, caller }, { db }) =>
  inTransaction(db, async (manager) => {
    if ((body.about === 'sponsor' || body.about === 'note') && !caller)
      throw unauthenticated(
        'Please sign in as the learner of this meeting, then report its sponsor or note.',
      );
    if (body.about === 'thanks' && !caller)
      throw unauthenticated('Please sign in as the sponsor who got these words, then report them.');
    // The lock serializes the reports of one person, who counts once for each subject.
    const reporter = caller && (await lockRow(manager, UserEntity, { id: caller.id }));
    const subject = await findReported(manager, body, caller);
    if (!subject) throw notFound('This is no longer there, or you cannot see it any more.');
    const { reason, details, email } = body;
    await storeReport(manager, { subject, reporter, reason, details, email });
    const expected = await findExpectedTime(manager, { kind: 'report', subject });
    return {
      message: `Thank you for telling us. An operator looks at it within a day.${expectedDaySentence(expected)}`,
    };
  });

/**
 * Returns the subject of a report, if the caller or visitor may see what it names; otherwise undefined. The caller's own
 * request cannot be reported.
 */
async function findReported(
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
  if (about === 'thanks') {
    const got = { id, sponsorId: caller?.id ?? '', status: 'delivered' } as const;
    return (await manager.existsBy(ThankYouEntity, got)) ? { type: 'thank_you', id } : undefined;
  }
  const request = await row<{ id: string; learnerId: string }>(
    manager,
    `SELECT r.id, r.learner_id AS "learnerId" FROM requests r
     WHERE r.id = $1 AND r.learner_id IS DISTINCT FROM $2::uuid
       AND (${visibleToEverySponsor()} OR ${visibleToSponsor('$2::uuid')})`,
    [id, caller?.id ?? null],
  );
  if (!request) return undefined;
  return about === 'learner' ? { type: 'user', id: request.learnerId } : { type: 'request', id: request.id };
}
