import { LRUCache } from 'lru-cache';
import { intlSample } from '../../browser/intl-sample.ts';

// A sample takes half a millisecond, because each of its forms is prepared anew.
const samples = new LRUCache<string, string>({ max: 500 });

/** Returns {@link intlSample} for pages that a server renders. */
export function sampleFor({ locale, timeZone }: { locale: string; timeZone: string }): string {
  const key = `${locale} ${timeZone}`;
  const sample = samples.get(key) ?? intlSample(locale, timeZone);
  samples.set(key, sample);
  return sample;
}
