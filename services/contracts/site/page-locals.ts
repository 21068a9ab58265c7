import type { CourseDetails, CoursePage, CourseQuery } from '../catalogue/catalogue.ts';
import type { Endpoint, ResponseBody, Role, Sent } from '../endpoint.ts';

/** Result of a query of a page: the data, or the status that the API would respond with. */
export type PageResult<T> = { data: T } | { status: number; retryAfterS?: number };

/** A course as the sitemap lists it. */
export interface ListedCourse {
  slug: string;
  checkedOn: string | null;
}

/** Queries of pages that are the same for everybody. */
export interface CatalogueLocals {
  searchCourses(query: CourseQuery): Promise<PageResult<CoursePage>>;
  /** The data is undefined when no course has this name. */
  findCourse(slug: string): Promise<PageResult<CourseDetails | undefined>>;
  listCourses(): Promise<PageResult<ListedCourse[]>>;
}

/** The person for whom a page is rendered. */
export interface PagePerson {
  id: string;
  role: Role;
  /** Of the browser that the person used last (IANA name). */
  timeZone: string | null;
}

/** What a page reads: the response with its ETag, absent when the call is refused, and its caller, absent when it is public. */
export interface PersonRead<E extends Endpoint> {
  response?: { body: ResponseBody<E>; etag: string };
  person?: PagePerson;
}

/** Reads for the person whose page cookie came with the request (decision 145). */
export interface PersonLocals {
  /** Makes a call of GET; returns undefined for a request without a page cookie. */
  readForPerson<E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<PersonRead<E> | undefined>;
}

/** Astro locals of pages that are rendered on demand. */
export interface PageLocals extends CatalogueLocals, PersonLocals {
  /** Static imports of the scripts of the build, by address. */
  scriptImports: Record<string, readonly string[]>;
}
