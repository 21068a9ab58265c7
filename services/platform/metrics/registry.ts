import { Registry } from 'prom-client';

/**
 * The metrics of this process. Every metric is declared next to the code that it measures, and counts whether or not
 * `METRICS_PORT` is set.
 */
export const registry = new Registry();
