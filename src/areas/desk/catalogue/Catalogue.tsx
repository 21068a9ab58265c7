import { useState } from 'react';
import { ViewLinks } from '../ViewLinks.tsx';
import { Course } from './Course.tsx';
import { CourseSearch } from './CourseSearch.tsx';
import { catalogueCopy as copy } from './catalogue.copy.ts';
import { Imports } from './Imports.tsx';

/** Courses or imports, as the address says; with an id in it the page of that course. */
export function Catalogue() {
  const [search] = useState(() => new URLSearchParams(location.search));
  const id = search.get('id');
  if (id) return <Course id={id} />;
  const view = search.get('view') === 'imports' ? 'imports' : undefined;
  return (
    <>
      <h1>{copy.heading}</h1>
      <ViewLinks label={copy.heading} tabs={copy.tabs} current={view} />
      {view === 'imports' ? <Imports /> : <CourseSearch />}
    </>
  );
}
