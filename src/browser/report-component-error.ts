import { pageErrorLimits, reportPageError } from '#contracts/site/page-errors.ts';
import { call } from './api.ts';

let isReported = false;

/** Reports an error of a page's component to the server, at most one for each page view: no message, and no typed text. */
export function reportComponentError(component: string, error: unknown): void {
  if (isReported) return;
  isReported = true;
  const { name, release } = pageErrorLimits;
  const body = {
    page: location.pathname.slice(0, pageErrorLimits.page),
    component: component.slice(0, name),
    error: (error instanceof Error ? error.name : typeof error).slice(0, name),
    release: (document.documentElement.dataset.release ?? '').slice(0, release),
  };
  call(reportPageError, { body }, { isBackground: true }).catch(() => undefined);
}
