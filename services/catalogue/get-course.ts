import type { CourseDetails, getCourse as contract } from '#contracts/catalogue/catalogue.ts';
import type { Handler } from '#services/deps.ts';
import { notFound } from '#services/platform/errors.ts';
import { findCourse } from './find-course.ts';

/** Returns one course by its slug. Public. Throws HttpError 404 when there is none. */
export const getCourse: Handler<typeof contract> = async ({ params }, { search }) => {
  const data: CourseDetails | undefined = await findCourse(search, params.slug);
  if (!data) throw notFound('This course is not in the catalogue.');
  return { message: data.title, data };
};
