import type { ReactNode } from 'react';
import type { PersonDetails } from '#contracts/desk/desk-people.ts';
import { caseStatusNames } from '#contracts/desk/desk-words.ts';
import { dayMs, hourMs, minuteMs } from '#contracts/durations.ts';
import type { requestFor } from '#src/browser/api.ts';
import { casePath, personPath } from '#src/browser/desk-paths.ts';
import { serverNow } from '#src/browser/server-clock.ts';
import { classNames } from '#src/ui/class-names.ts';
import { Badge } from '#src/ui/Facts.tsx';
import caseStyles from './case/case.module.css';
import { deskCopy } from './desk.copy.ts';
import styles from './desk.module.css';

interface SectionProps {
  /** Of the heading, which names the section. */
  id: string;
  title: string;
  /** A sentence instead of the content, where there is none. */
  empty?: string | false;
  isCard?: boolean;
  children: ReactNode;
}

/** A part of the page of a record. */
export function Section({ id, title, empty, isCard, children }: SectionProps) {
  return (
    <section className={classNames(isCard && 'card', 'stack stack-tight')} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {empty ? <p className="soft">{empty}</p> : children}
    </section>
  );
}

/** A list of facts: {@link Fact} by {@link Fact}. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={`stack stack-tight ${styles.facts}`}>{children}</dl>;
}

/** A name and its value; nothing where the value is null, undefined, false or an empty text. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <div>
      <dt className="soft small">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Facts as a part of a page. */
export function FactsSection({ children, ...heading }: SectionProps) {
  return (
    <Section {...heading} isCard>
      <Facts>{children}</Facts>
    </Section>
  );
}

interface EventSectionProps extends Omit<SectionProps, 'children' | 'empty'> {
  /** `actor` is null where no operator did it. */
  events: readonly { at: string; actor?: string | null; what: ReactNode; detail?: ReactNode }[];
  /** Above the list when there are no events. */
  empty?: string;
}

/** Events with their time, each with its detail; one that is a text alone is bold. */
export function EventSection({ events, empty, ...heading }: EventSectionProps) {
  return (
    <Section {...heading} isCard>
      {empty && events.length === 0 && <p className="soft">{empty}</p>}
      <ol className={`bare ${caseStyles.history}`}>
        {events.map(({ at, actor, what, detail }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal events at the same time differ by their position only
          <li key={`${at} ${place}`}>
            <p>
              {actor !== undefined && <strong>{actor ?? deskCopy.system}</strong>}{' '}
              {typeof what === 'string' ? <strong>{what}</strong> : what}{' '}
              <span className="soft small">
                <RelativeTime time={at} />
              </span>
            </p>
            {detail && <p className="small">{detail}</p>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** A link to a file of our API, which opens in a tab of its own. */
export function FileLink({ file, text }: { file: ReturnType<typeof requestFor>; text: string }) {
  return (
    <a href={file.url} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}

/** A link to the page of a person. */
export function PersonLink({ person: { id, name } }: { person: { id: string; name: string } }) {
  return (
    <a href={personPath(id)} translate="no">
      {name}
    </a>
  );
}

/** A link that writes a mail to an address. */
export function MailLink({ to }: { to: string }) {
  return (
    <a href={`mailto:${to}`} translate="no">
      {to}
    </a>
  );
}

interface CasesSectionProps extends Omit<SectionProps, 'children'> {
  cases: PersonDetails['cases'];
  empty: string;
}

/** Cases with their status, each a link. */
export function CasesSection({ cases, empty, ...heading }: CasesSectionProps) {
  return (
    <Section {...heading} empty={cases.length === 0 && empty}>
      <ul className={`bare ${styles.log}`}>
        {cases.map(({ id, summary, status }) => (
          <li key={id} className={`row row-apart ${styles.line}`}>
            <a href={casePath(id)}>{summary}</a>
            <Badge>{caseStatusNames[status]}</Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const units: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
];

/** A time relative to the server's, such as "in 3 hours"; the exact time shows on hover. */
export function RelativeTime({ time }: { time: string }) {
  const date = new Date(time);
  const distanceMs = date.getTime() - serverNow();
  const [unit, ms] = units.find(([, unitMs]) => Math.abs(distanceMs) >= unitMs) ?? ['minute', minuteMs];
  const text = new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(
    Math.trunc(distanceMs / ms),
    unit,
  );
  return (
    <time dateTime={time} title={date.toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'medium' })}>
      {text}
    </time>
  );
}
