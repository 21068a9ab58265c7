import type { OutageView } from '#contracts/desk/desk-incidents.ts';
import { serverNow } from '#src/browser/server-clock.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { incidentsCopy as copy } from './incidents.copy.ts';

/** Says since when a server does not answer, and how often it was tried. */
export function outageText({ service, since, tries }: OutageView): string {
  const time = new Date(since);
  const isToday = time.toDateString() === new Date(serverNow()).toDateString();
  const text = time.toLocaleString(undefined, {
    ...(!isToday && ({ dateStyle: 'medium' } as const)),
    timeStyle: 'short',
  });
  return copy.outage(service, text, tries);
}

/** The servers that a case waits for; nothing without one. */
export function Outages({ outages }: { outages: readonly OutageView[] }) {
  return outages.map((outage) => (
    <Notice key={outage.service} kind="warn">
      {outageText(outage)}
    </Notice>
  ));
}
