import type { DataSource } from 'typeorm';
import { EnrolmentEntity } from '#services/enrolments/enrolment.entity.ts';

/** The courses on a person's dashboard, newest first. */
export async function findDashboardCourses(db: DataSource, userId: string) {
  const enrolments = await db
    .getRepository(EnrolmentEntity)
    .find({ where: { userId }, order: { createdAt: 'DESC' } });
  return enrolments.map(({ id, title, description, link, status }) => ({
    _id: id,
    title,
    description,
    link,
    status,
    completionCertificate: false,
  }));
}
