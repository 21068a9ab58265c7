import type { EntityManager } from 'typeorm';
import type * as contracts from '#contracts/desk/desk-catalogue.ts';
import { correctableFieldName } from '#contracts/desk/desk-words.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { checkLinksJob } from '#services/catalogue/catalogue.jobs.ts';
import { type Course, CourseEntity } from '#services/catalogue/course.entity.ts';
import { canCheck } from '#services/catalogue/links/check-link.ts';
import type { Handler } from '#services/deps.ts';
import { lockRow } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';

/**
 * Hides a course in the caller's transaction, with an entry in the audit log. Returns false when it is hidden already;
 * its reason stays then. @throws HttpError 404
 */
export async function markHidden(
  manager: EntityManager,
  { id, reason, operatorId }: { id: string; reason: string; operatorId: string },
): Promise<boolean> {
  const course = await lockCourse(manager, id);
  if (course.hiddenAt) return false;
  await manager.update(CourseEntity, { id }, { hiddenAt: () => 'now()', hiddenReason: reason });
  await recordAudit(manager, 'course.hidden', `course:${id}`, reason, operatorId);
  return true;
}

/** Locks a course until the end of the transaction. @throws HttpError 404 */
export async function lockCourse(manager: EntityManager, id: string): Promise<Course> {
  const course = await lockRow(manager, CourseEntity, { id });
  if (!course) throw notFound('There is no such course.');
  return course;
}

/** Hides a course from search, suggestions and its page; imports leave it hidden. @throws HttpError 404, 409 */
export const hideCourse: Handler<typeof contracts.hideCourse> = async ({ params, body, caller }, { db }) => {
  const { reason } = body;
  await inTransaction(db, async (manager) => {
    if (!(await markHidden(manager, { id: params.id, reason, operatorId: caller.id })))
      throw conflict('This course is hidden already.');
  });
  return { message: 'The course is hidden. You can show it again.' };
};

/** Undoes the hiding of a course. @throws HttpError 404, 409 */
export const showCourse: Handler<typeof contracts.showCourse> = async ({ params, body, caller }, { db }) => {
  await inTransaction(db, async (manager) => {
    const course = await lockCourse(manager, params.id);
    if (!course.hiddenAt) throw conflict('This course is not hidden.');
    await manager.update(CourseEntity, { id: course.id }, { hiddenAt: null, hiddenReason: null });
    await recordAudit(manager, 'course.shown', `course:${course.id}`, body.reason, caller.id);
  });
  return { message: 'The course can be found again.' };
};

/** Lets imports change the corrected fields of a course again; the link stays. @throws HttpError 404, 409 */
export const releaseCourse: Handler<typeof contracts.releaseCourse> = async (
  { params, body, caller },
  { db },
) => {
  await inTransaction(db, async (manager) => {
    const course = await lockCourse(manager, params.id);
    if (course.correctedFields.length === 0) throw conflict('No field of this course is corrected.');
    await manager.update(CourseEntity, { id: course.id }, { correctedFields: [] });
    const reason = `${body.reason} (${course.correctedFields.map(correctableFieldName).join(', ')})`;
    await recordAudit(manager, 'course.released', `course:${course.id}`, reason, caller.id);
  });
  return { message: 'The next import may change these fields again. The link stays as it is.' };
};

/** Enqueues the check of one link. @throws HttpError 404; 409 for a link whose host is not checked */
export const checkCourseLink: Handler<typeof contracts.checkCourseLink> = async (
  { params },
  { db, config },
) => {
  await inTransaction(db, async (manager) => {
    const course = await manager.findOneBy(CourseEntity, { id: params.id });
    if (!course) throw notFound('There is no such course.');
    if (!canCheck(course.url, config.linkCheckHosts))
      throw conflict('Links to this host are not checked. LINK_CHECK_HOSTS lists those that are.');
    await enqueue(manager, checkLinksJob, { courseId: course.id });
  });
  return { message: 'The link is checked now. The page shows the result in a moment.' };
};
