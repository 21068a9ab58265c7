import type { checkCourseLink as contract } from '#contracts/desk/desk-catalogue.ts';
import { checkLinksJob } from '#services/catalogue/catalogue.jobs.ts';
import { CourseEntity } from '#services/catalogue/course.entity.ts';
import { canCheck } from '#services/catalogue/links/can-check.ts';
import type { Handler } from '#services/deps.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, notFound } from '#services/platform/errors.ts';
import { enqueue } from '#services/platform/queue/outbox.ts';

/** Enqueues the check of one link. @throws HttpError 404; 409 for a link whose host is not checked */
export const checkCourseLink: Handler<typeof contract> = async ({ params }, { db, config }) => {
  await inTransaction(db, async (manager) => {
    const course = await manager.findOneBy(CourseEntity, { id: params.id });
    if (!course) throw notFound('There is no such course.');
    if (!canCheck(course.url, config.linkCheckHosts))
      throw conflict('Links to this host are not checked. LINK_CHECK_HOSTS lists those that are.');
    await enqueue(manager, checkLinksJob, { courseId: course.id });
  });
  return { message: 'The link is checked now. The page shows the result in a moment.' };
};
