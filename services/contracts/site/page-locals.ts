import type { CourseDetails, CoursePage, CourseQuery } from '../catalogue/catalogue.ts';

/** Result of a query of a page: the data, or the status that the API would respond with. */
export type PageResult<T> = { data: T } | { status: number; retryAfterS?: number };

/** A course as the sitemap lists it. */
export interface ListedCourse {
  slug: string;
  checkedOn: string | null;
}

/** Astro locals of pages that are rendered on demand. */
export interface PageLocals {
  searchCourses(query: CourseQuery): Promise<PageResult<CoursePage>>;
  /** The data is undefined when no course has this name. */
  findCourse(slug: string): Promise<PageResult<CourseDetails | undefined>>;
  listCourses(): Promise<PageResult<ListedCourse[]>>;
}
