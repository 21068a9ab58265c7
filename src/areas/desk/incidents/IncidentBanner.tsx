import type { ReactNode } from 'react';
import { listIncidents } from '#contracts/desk/desk-incidents.ts';
import { minuteMs } from '#contracts/durations.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { call } from '#src/browser/api.ts';
import { casePath, incidentsPath, paymentPath, personPath } from '#src/browser/desk-paths.ts';
import { useApiQuery } from '#src/browser/use-api-query.ts';
import { incidentsCopy as copy } from './incidents.copy.ts';
import styles from './incidents.module.css';
import { outageText } from './Outages.tsx';

type Incident = ResponseBody<typeof listIncidents>['data']['incidents'][number];

/** The open incidents with what they affect, above every page of the desk; nothing while all is well. */
export function IncidentBanner() {
  // The page asks by itself, which must not prolong the session of an operator who left.
  const incidents = useApiQuery(
    listIncidents,
    {},
    {
      send: (contract, input, options) => call(contract, input, { ...options, isBackground: true }),
      refetchInterval: minuteMs,
    },
  );
  const data = incidents.data?.data;
  if (!data || data.incidents.length === 0) return null;
  const more = data.total - data.incidents.length;
  return (
    <section className={`notice notice-warn ${styles.banner}`} aria-labelledby="open-incidents" role="status">
      <h2 id="open-incidents" className={styles.title}>
        {copy.title}
      </h2>
      <ul className="bare stack stack-tight">
        {data.incidents.map((incident) => (
          <IncidentLine key={incident.caseId} incident={incident} />
        ))}
      </ul>
      {more > 0 && (
        <p className="small">
          <span>{copy.moreIncidents(more)}</span> <a href={incidentsPath}>{copy.inbox}</a>
        </p>
      )}
    </section>
  );
}

function IncidentLine({ incident }: { incident: Incident }) {
  const { caseId, summary, outage, jobs, cases, payments, people } = incident;
  return (
    <li>
      <p>
        <strong>{outage ? outageText(outage) : summary}</strong> <a href={casePath(caseId)}>{copy.open}</a>
      </p>
      {jobs > 0 && (
        <details className="small">
          <summary>
            {[
              copy.affects,
              [
                copy.jobs(jobs),
                cases.total > 0 && copy.cases(cases.total),
                payments.total > 0 && copy.payments(payments.total),
                people.total > 0 && copy.people(people.total),
              ]
                .filter(Boolean)
                .join(', '),
            ].join(' ')}
          </summary>
          <Named group={cases} path={casePath} text={(item) => item.summary} />
          <Named group={payments} path={paymentPath} text={(item) => item.reference} />
          <Named group={people} path={personPath} text={(item) => item.name} />
        </details>
      )}
    </li>
  );
}

function Named<Item extends { id: string }>(props: {
  group: { total: number; shown: Item[] };
  path: (id: string) => string;
  text: (item: Item) => ReactNode;
}) {
  const { group, path, text } = props;
  const more = group.total - group.shown.length;
  if (group.total === 0) return null;
  return (
    <ul className={`bare row ${styles.named}`}>
      {group.shown.map((item) => (
        <li key={item.id} translate="no">
          <a href={path(item.id)}>{text(item)}</a>
        </li>
      ))}
      {more > 0 && <li>{copy.more(more)}</li>}
    </ul>
  );
}
