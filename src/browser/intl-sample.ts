// September is shortened in several ways.
const date = new Date('2026-09-02T15:04:00Z');

/**
 * Returns dates and names in the forms that pages show. They differ where a browser has other words or spaces for them than the
 * server, which has a release of its own of the Unicode locale data.
 */
export function intlSample(locale: string | undefined, timeZone: string | undefined): string {
  return [
    ...[locale, 'en-GB'].flatMap((language) =>
      (['full', 'medium'] as const).map((dateStyle) =>
        date.toLocaleString(language, { dateStyle, timeStyle: 'short', timeZone }),
      ),
    ),
    date.toLocaleDateString('en-GB', { timeZone, timeZoneName: 'long' }),
    new Intl.DisplayNames('en', { type: 'region' }).of('TR'),
  ].join();
}
