import type { filterCourses as contract } from '#contracts/catalogue.ts';
import type { Handler } from '#services/deps.ts';
import { searchCourses } from './search-courses.ts';

/** Answers one page of the catalogue to anybody. */
export const filterCourses: Handler<typeof contract> = ({ query }, { search }) =>
  searchCourses(search, query);
