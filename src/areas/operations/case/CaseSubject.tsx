import type { ReactNode } from 'react';
import type { CaseDetails } from '#contracts/desk.ts';
import { formatMinor } from '#contracts/money.ts';
import { personPath } from '../../../browser/desk-paths.ts';
import { externalLink } from '../../../browser/paths.ts';
import { deskCopy } from '../operations.copy.ts';
import { RelativeTime } from '../RelativeTime.tsx';
import styles from './case.module.css';
import { PaymentTable } from './PaymentTable.tsx';

const copy = deskCopy.case;

/** What a case is about: request, person, and payments beside what the provider reported. */
export function CaseSubject({ found }: { found: CaseDetails }) {
  const { request, person, payments } = found;
  return (
    <>
      {request && <RequestFacts request={request} />}
      {person && (
        <section className="card stack stack-tight" aria-labelledby="case-person">
          <h2 id="case-person">{copy.person}</h2>
          <dl className={styles.facts}>
            <Fact name={person.role}>
              <a href={personPath(person.id)}>{person.name}</a>
            </Fact>
            <Fact name={copy.email}>
              <a href={`mailto:${person.email}`}>{person.email}</a>
            </Fact>
            {person.country && <Fact name={copy.country}>{person.country}</Fact>}
            <Fact name={copy.since}>
              <RelativeTime time={person.createdAt} />
            </Fact>
          </dl>
        </section>
      )}
      {request && (
        <section className="card stack" aria-labelledby="case-payments">
          <h2 id="case-payments">{copy.payments}</h2>
          {payments.length === 0 && <p className="soft">{copy.noPayments}</p>}
          {payments.map((payment) => (
            <PaymentTable key={payment.id} payment={payment} />
          ))}
        </section>
      )}
    </>
  );
}

function RequestFacts({ request }: { request: NonNullable<CaseDetails['request']> }) {
  const link = externalLink(request.link);
  return (
    <section className="card stack stack-tight" aria-labelledby="case-request">
      <h2 id="case-request">{copy.subject}</h2>
      <dl className={styles.facts}>
        <Fact name={copy.course}>
          {request.courseTitle} · {request.platform}
        </Fact>
        <Fact name={copy.price}>{formatMinor(request.price.minor, request.price.currency)}</Fact>
        <Fact name={copy.link}>
          {link ? (
            <a href={link} target="_blank" rel="noreferrer">
              {request.link}
            </a>
          ) : (
            request.link
          )}
        </Fact>
        <Fact name={copy.status}>{request.status}</Fact>
        <Fact name={copy.delivery}>
          {request.delivery}
          {request.accountEmail && ` · ${request.accountEmail}`}
        </Fact>
        <Fact name={copy.reason}>{request.motivation}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
