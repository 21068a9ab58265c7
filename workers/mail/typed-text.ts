import { type EntityManager, IsNull, Not } from 'typeorm';
import { UserEntity } from '#services/accounts/user.entity.ts';
import { CourseEntity } from '#services/catalogue/course.entity.ts';
import type { HelpRequest } from '#services/requests/request.entity.ts';

/** Returns whether an address belongs to an account that has confirmed it. */
export function isConfirmedAddress(manager: EntityManager, email: string): Promise<boolean> {
  return manager.existsBy(UserEntity, { email: email.toLowerCase(), emailVerifiedAt: Not(IsNull()) });
}

/** Returns the course of a request's link as the catalogue names it; undefined for a course that the learner typed. */
export async function findCatalogueCourse(
  manager: EntityManager,
  { link: url, platform }: Pick<HelpRequest, 'link' | 'platform'>,
): Promise<{ title: string; platform: string } | undefined> {
  const course = await manager.findOneBy(CourseEntity, { url, platform });
  return course ? { title: course.title, platform: course.platform } : undefined;
}
