import { type EntityManager, QueryFailedError } from 'typeorm';
import { statusOfAccess } from '#contracts/catalogue/catalogue.ts';
import { type correctCourse as contract, correctableFields } from '#contracts/desk/desk-catalogue.ts';
import { correctableFieldName, courseAccessNames } from '#contracts/desk/desk-words.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { recordAudit } from '#services/cases/audit-log.ts';
import { type Course, CourseEntity } from '#services/catalogue/course.entity.ts';
import { lockOrder } from '#services/catalogue/write-courses.ts';
import type { Handler } from '#services/deps.ts';
import { execute, rows } from '#services/platform/database/sql.ts';
import { inTransaction } from '#services/platform/database/transaction.ts';
import { conflict, invalid, invalidField } from '#services/platform/errors.ts';
import { lockCourse } from './change-course.ts';

type Correction = Pick<Course, 'title' | 'url' | 'access' | 'status' | 'priceMinor' | 'currency'>;

/**
 * Corrects what differs from the course; imports leave those fields alone then, and find the course by its former link.
 * @throws HttpError 404; 409 when another course has the link; 422 when nothing differs, or price and access do not fit
 */
export const correctCourse: Handler<typeof contract> = async ({ params, body, caller }, { db }) => {
  const { reason, price, priceUnit, ...texts } = body;
  const status = statusOfAccess(texts.access);
  checkPrice(status, price, priceUnit);
  const next: Correction = {
    ...texts,
    status,
    priceMinor: price === null ? null : toMinor(price),
    currency: price === null ? null : (priceUnit ?? null),
  };
  const write = inTransaction(db, async (manager) => {
    const course = await lockCourses(manager, params.id, next.url);
    const changed = correctableFields.filter((field) => textOf(course, field) !== textOf(next, field));
    if (changed.length === 0) throw invalid('Nothing differs from what the catalogue has.');
    if (changed.includes('url')) {
      await execute(
        manager,
        'DELETE FROM course_former_links WHERE platform = $1 AND url = $2 AND course_id = $3',
        [course.platform, next.url, course.id],
      );
      await execute(
        manager,
        `INSERT INTO course_former_links (platform, url, course_id) VALUES ($1, $2, $3)
         ON CONFLICT (platform, url) DO UPDATE SET course_id = excluded.course_id`,
        [course.platform, course.url, course.id],
      );
    }
    const correctedFields = correctableFields.filter(
      (field) => changed.includes(field) || course.correctedFields.includes(field),
    );
    await manager.update(CourseEntity, { id: course.id }, { ...next, correctedFields });
    const what = changed.map(
      (field) => `${correctableFieldName(field)}: ${textOf(course, field)} → ${textOf(next, field)}`,
    );
    const detail = `${reason} (${what.join('; ')})`;
    await recordAudit(manager, 'course.corrected', `course:${course.id}`, detail, caller.id);
    return changed;
  });
  const changed = await write.catch((error: unknown) => {
    if (error instanceof QueryFailedError && error.driverError.constraint === 'courses_platform_url_unique')
      throw conflict('Another course of this platform has this link.');
    throw error;
  });
  return {
    message: `Corrected: ${changed.map(correctableFieldName).join(', ')}. Imports do not overwrite it.`,
  };
};

/**
 * Locks the course together with the one that has the new link now, in the order of the importer: two corrections that
 * swap links would wait for each other otherwise. @throws HttpError 404
 */
async function lockCourses(manager: EntityManager, id: string, url: string): Promise<Course> {
  await rows(
    manager,
    `SELECT id FROM courses WHERE platform = (SELECT platform FROM courses WHERE id = $1)
       AND url IN ($2, (SELECT url FROM courses WHERE id = $1)) ORDER BY ${lockOrder} FOR UPDATE`,
    [id, url],
  );
  return lockCourse(manager, id);
}

function checkPrice(status: Course['status'], price: number | null, unit: string | undefined): void {
  if (price !== null && status === 'Free') throw invalidField('price', 'A free course has no price.');
  if (price !== null && !/^[A-Z]{3}$/.test(unit ?? ''))
    throw invalidField('priceUnit', 'Please enter the currency of the price, such as USD.');
}

/** Value of a field as the audit log shows it. */
function textOf(course: Correction, field: (typeof correctableFields)[number]): string {
  if (field === 'access') return course.access ? courseAccessNames[course.access] : '–';
  if (field !== 'price') return course[field];
  return course.priceMinor === null
    ? '–'
    : `${formatMinor(course.priceMinor, course.currency ?? '')} ${course.currency}`;
}
