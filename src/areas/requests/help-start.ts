import { useMemo } from 'react';
import { getCourse } from '#contracts/catalogue/catalogue.ts';
import { getDashboard } from '#contracts/dashboard/dashboard.ts';
import { currencies } from '#contracts/money.ts';
import type { EditableRequest } from '#contracts/requests/requests.ts';
import { useApiQuery } from '../../browser/use-api-query.ts';
import type { CoursePrefill, HelpForm } from './help-form.ts';

// A refetch would offer the course again.
const once = { staleTime: Number.POSITIVE_INFINITY };
const allSaved = { query: { requests: 1, courses: 1_000 } };

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
  const found = course.data?.data;
  const prefill = useMemo((): CoursePrefill | undefined => {
    if (saved) return { link: saved.link, course: { courseTitle: saved.title } };
    if (!found) return undefined;
    const currency = currencies.find((known) => known === found.priceUnit);
    return {
      link: found.url,
      course: {
        courseTitle: found.title,
        platform: found.platform,
        // A price in an unsupported currency is left for the learner to enter.
        ...(found.price && currency ? { price: String(found.price), priceUnit: currency } : {}),
      },
    };
  }, [found, saved]);
  return {
    prefill,
    isMissing: Boolean(course.error ?? dashboard.error) || Boolean(dashboard.data && !saved),
  };
}

/** Returns the values of the form for a request of the caller. */
export function formOf(request: EditableRequest): Partial<HelpForm> {
  const { course } = request;
  return {
    link: request.link,
    course: {
      ...course,
      price: String(course.price),
      duration: String(course.duration),
      priceUnit: currencies.find((known) => known === course.priceUnit) ?? currencies[0],
    },
    delivery: request.delivery,
    account: { email: request.account.email ?? '', password: '' },
    ...(request.invoice && {
      invoice: { reference: request.invoice.reference, payee: request.invoice.payee },
    }),
    motivation: request.motivation,
    socials: request.socials,
    isPrivate: request.isPrivate,
    isPublic: request.isPublic,
    recipientEmails: request.recipientEmails,
  };
}
