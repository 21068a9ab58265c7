import { getCourse } from '#contracts/catalogue.ts';
import { getDashboard } from '#contracts/dashboard.ts';
import { currencies } from '#contracts/money.ts';
import { type EditableRequest, getOwnRequest } from '#contracts/requests.ts';
import { call } from '../../browser/api.ts';
import type { CoursePrefill, HelpForm } from './help-form.ts';

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

/** Fetches the course to prefill; undefined when it is not found. */
export async function fetchCoursePrefill(
  purpose: HelpPurpose,
  signal: AbortSignal,
): Promise<CoursePrefill | undefined> {
  if (purpose.kind === 'course') {
    const { data } = await call(getCourse, { params: { slug: purpose.slug } }, { signal });
    const currency = currencies.find((known) => known === data.priceUnit);
    return {
      link: data.url,
      course: {
        courseTitle: data.title,
        platform: data.platform,
        // A price in an unsupported currency is left for the learner to enter.
        ...(data.price && currency ? { price: String(data.price), priceUnit: currency } : {}),
      },
    };
  }
  if (purpose.kind !== 'saved') return undefined;
  const dashboard = await call(getDashboard, { query: { requests: 1, courses: 1_000 } }, { signal });
  const saved = dashboard.dashboardCourses.find(({ _id }) => _id === purpose.id);
  return saved && { link: saved.link, course: { courseTitle: saved.title } };
}

/** The caller's request as form values, and whether it can be edited. */
export interface EditableForm {
  form: Partial<HelpForm>;
  isOpen: boolean;
}

/** Fetches the caller's request for editing. */
export async function fetchEditableForm(id: string, signal?: AbortSignal): Promise<EditableForm> {
  const { data } = await call(getOwnRequest, { params: { id } }, signal && { signal });
  return { form: formOf(data), isOpen: data.status === 'pending' };
}

function formOf(request: EditableRequest): Partial<HelpForm> {
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
    motivation: request.motivation,
    socials: request.socials,
    isPrivate: request.isPrivate,
    isPublic: request.isPublic,
    recipientEmails: request.recipientEmails,
  };
}
