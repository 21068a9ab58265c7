import { useMemo } from 'react';
import { getCourse } from '#contracts/catalogue/catalogue.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { currencies } from '#contracts/money.ts';
import { useApiQuery } from '../../browser/use-api-query.ts';
import type { CoursePrefill } from './help-form.ts';

// A refetch would offer the course again.
const once = { staleTime: Number.POSITIVE_INFINITY };
/** The query of the dashboard that has all saved courses. */
export const allSaved = { query: { requests: 1, courses: 1_000 } };

/** Purpose of the form, from the query string. */
export type HelpPurpose =
  | { kind: 'new' }
  | { kind: 'course'; slug: string }
  | { kind: 'saved'; id: string }
  | { kind: 'edit'; id: string };

/** Parses the query string: `?edit=` before `?course=` before `?saved=`. */
export function parseHelpPurpose(search: string): HelpPurpose {
  const query = new URLSearchParams(search);
  const [edit, slug, saved] = [query.get('edit'), query.get('course'), query.get('saved')];
  if (edit) return { kind: 'edit', id: edit };
  if (slug) return { kind: 'course', slug };
  return saved ? { kind: 'saved', id: saved } : { kind: 'new' };
}

/** Reads the course to prefill; `isMissing` when it is not found or the request fails. */
export function useCoursePrefill(purpose: HelpPurpose): {
  prefill?: CoursePrefill | undefined;
  isMissing: boolean;
} {
  const slug = purpose.kind === 'course' ? purpose.slug : '';
  const savedId = purpose.kind === 'saved' ? purpose.id : '';
  const course = useApiQuery(getCourse, { params: { slug } }, { ...once, enabled: slug !== '' });
  const dashboard = useApiQuery(getDashboard, allSaved, { ...once, enabled: savedId !== '' });
  const saved = dashboard.data?.dashboardCourses.find(({ _id }) => _id === savedId);
  const chosen = course.data?.data;
  const prefill = useMemo((): CoursePrefill | undefined => {
    if (saved) return { link: saved.link, course: { courseTitle: saved.title } };
    if (!chosen) return undefined;
    const currency = currencies.find((known) => known === chosen.priceUnit);
    return {
      link: chosen.url,
      course: {
        courseTitle: chosen.title,
        platform: chosen.platform,
        // A price in an unsupported currency is left for the learner to enter.
        ...(chosen.price && currency ? { price: String(chosen.price), priceUnit: currency } : {}),
      },
    };
  }, [chosen, saved]);
  return {
    prefill,
    isMissing: Boolean(course.error ?? dashboard.error) || Boolean(dashboard.data && !saved),
  };
}
