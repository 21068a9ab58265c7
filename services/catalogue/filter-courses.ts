import type { filterCourses as contract } from '#contracts/catalogue/catalogue.ts';
import type { Handler } from '#services/deps.ts';
import { searchCourses } from './search-courses.ts';

/** Returns one page of the catalogue, with facets. Public. */
export const filterCourses: Handler<typeof contract> = ({ query }, { search }) =>
  searchCourses(search, query);
