import type { CourseDetails, CoursePage, CourseQuery } from './catalogue.ts';

/** What a page learns when it asks: the data, or the status that a caller of the API would have got. */
export type PageResult<T> = { data: T } | { status: number; retryAfterS?: number };

/** A course as the sitemap lists it. */
export interface ListedCourse {
  slug: string;
  checkedOn: string | null;
}

/** What the server hands to the pages that it makes when they are asked for (Astro's locals). */
export interface PageLocals {
  searchCourses(query: CourseQuery): Promise<PageResult<CoursePage>>;
  /** The data is undefined when no course has this name. */
  findCourse(slug: string): Promise<PageResult<CourseDetails | undefined>>;
  listCourses(): Promise<PageResult<ListedCourse[]>>;
}
