import { Counter } from 'prom-client';
import { registry } from '#services/platform/metrics/registry.ts';

/** Errors of pages. Without labels, because a report is public and could name anything. */
export const pageErrors = new Counter({
  name: 'courselift_page_errors_total',
  help: 'Page views in which a part of the page stopped working, as browsers reported them to this process.',
  registers: [registry],
});
