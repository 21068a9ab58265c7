import type { CaseDetails } from '#contracts/desk/desk.ts';
import { getSchoolInvoice } from '#contracts/desk/desk-invoices.ts';
import { getFiledProof } from '#contracts/desk/desk-proofs.ts';
import { formatMinor } from '#contracts/money.ts';
import { getOrderReceipt } from '#contracts/purchases/order-receipts.ts';
import { requestFor } from '#src/browser/api.ts';
import { deskCoursePath, personPath } from '#src/browser/desk-paths.ts';
import { coursePath } from '#src/browser/paths.ts';
import { dayText } from '#src/ui/day-text.ts';
import { OutgoingLink } from '#src/ui/OutgoingLink.tsx';
import { deskCopy } from '../desk.copy.ts';
import { RelativeTime } from '../RelativeTime.tsx';
import styles from './case.module.css';
import { Fact } from './Fact.tsx';
import { PaymentReturns } from './PaymentReturns.tsx';
import { PaymentTable } from './PaymentTable.tsx';

const copy = deskCopy.case;

/** What a case is about: jobs, request, purchase, course and person. */
export function CaseSubject({ found }: { found: CaseDetails }) {
  const { request, person, course, purchase, note, jobs } = found;
  return (
    <div className="stack">
      {found.subject.type === 'job' && <FailedJobs jobs={jobs} />}
      {purchase && <PurchaseFacts caseId={found.id} purchase={purchase} />}
      {request && <RequestFacts request={request} />}
      {course && (
        <section className="card stack stack-tight" aria-labelledby="case-course">
          <h2 id="case-course">{copy.course}</h2>
          <dl className={styles.facts}>
            <Fact name={copy.courseTitle}>
              <a href={deskCoursePath(course.id)}>{course.title}</a>
            </Fact>
            <Fact name={copy.platform}>{course.platform}</Fact>
            {course.hiddenReason === null ? (
              <Fact name={copy.coursePage}>
                <a href={coursePath(course.slug)}>{coursePath(course.slug)}</a>
              </Fact>
            ) : (
              <Fact name={copy.courseHidden}>{course.hiddenReason}</Fact>
            )}
          </dl>
        </section>
      )}
      {found.subject.type === 'meeting' && (
        <section className="card stack stack-tight" aria-labelledby="case-note">
          <h2 id="case-note">{copy.meetingNote}</h2>
          <p>{note ?? copy.noMeetingNote}</p>
        </section>
      )}
      {person && (
        <section className="card stack stack-tight" aria-labelledby="case-person">
          <h2 id="case-person">{copy.person}</h2>
          <dl className={styles.facts}>
            <Fact name={copy.name}>
              <a href={personPath(person.id)} translate="no">
                {person.name}
              </a>{' '}
              ({person.role})
            </Fact>
            <Fact name={copy.email}>
              <a href={`mailto:${person.email}`} translate="no">
                {person.email}
              </a>
            </Fact>
            {person.country && <Fact name={copy.country}>{person.country}</Fact>}
            <Fact name={copy.since}>
              <RelativeTime time={person.createdAt} />
            </Fact>
          </dl>
        </section>
      )}
    </div>
  );
}

/** The payments of a case about a request, each beside what the provider reported. */
export function CasePayments({ found }: { found: CaseDetails }) {
  const { request, payments } = found;
  if (!request) return null;
  return (
    <section className="card stack" aria-labelledby="case-payments">
      <h2 id="case-payments">{copy.payments}</h2>
      {payments.length === 0 && <p className="soft">{copy.noPayments}</p>}
      {payments.map((payment) => (
        <div key={payment.id} className="stack stack-tight">
          <PaymentTable payment={payment} />
          <PaymentReturns payment={payment} />
        </div>
      ))}
    </section>
  );
}

function FailedJobs({ jobs }: Pick<CaseDetails, 'jobs'>) {
  return (
    <section className="card stack stack-tight" aria-labelledby="case-jobs">
      <h2 id="case-jobs">{copy.jobs}</h2>
      {jobs.length === 0 && <p className="soft">{copy.noJobs}</p>}
      <ul className="bare stack">
        {jobs.map(({ id, createdAt, failedAt, lastError }) => (
          <li key={id}>
            <p className="small">
              {failedAt ? copy.jobFailed : copy.jobRetried} · {deskCopy.queues.created}{' '}
              <RelativeTime time={createdAt} />
            </p>
            <p className="small soft">{lastError}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PurchaseFacts(props: { caseId: string; purchase: NonNullable<CaseDetails['purchase']> }) {
  const { caseId, purchase } = props;
  const { status, claimedUntil, orderNumber, spent, overrun, askedUntil, redeemBy, receiptAt, proofAt } =
    purchase;
  return (
    <section className="card stack stack-tight" aria-labelledby="case-purchase">
      <h2 id="case-purchase">{copy.purchase}</h2>
      <dl className={styles.facts}>
        <Fact name={copy.status}>
          <span>{copy.purchaseStatuses[status]}</span>
          {claimedUntil && <span>{` ${copy.until} ${timeText(claimedUntil)}`}</span>}
        </Fact>
        {overrun && (
          <Fact name={copy.overrun}>
            {formatMinor(overrun.minor, overrun.currency)}, {copy.approval(overrun.isApproved)}
          </Fact>
        )}
        {proofAt && (
          <Fact name={copy.proof}>
            <a
              href={requestFor(getFiledProof, { params: { id: caseId } }).url}
              target="_blank"
              rel="noreferrer"
            >
              {copy.openProof}
            </a>
            {' · '}
            <RelativeTime time={proofAt} />
          </Fact>
        )}
        {askedUntil && <Fact name={copy.asked}>{copy.askedUntil(dayText(askedUntil))}</Fact>}
        {orderNumber && <Fact name={copy.order}>{orderNumber}</Fact>}
        {spent && <Fact name={copy.spent}>{formatMinor(spent.minor, spent.currency)}</Fact>}
        {orderNumber && (
          <Fact name={copy.receipt}>
            {receiptAt ? (
              <a
                href={requestFor(getOrderReceipt, { params: { id: caseId } }).url}
                target="_blank"
                rel="noreferrer"
              >
                {copy.openReceipt}
              </a>
            ) : (
              copy.noReceipt
            )}
          </Fact>
        )}
        {redeemBy && (
          <Fact name={copy.redeemBy}>
            {/* The last day is stored as its end in UTC. */ dayText(redeemBy, 'UTC')}
          </Fact>
        )}
      </dl>
    </section>
  );
}

const timeText = (time: string) => new Date(time).toLocaleTimeString(undefined, { timeStyle: 'short' });

function RequestFacts({ request }: { request: NonNullable<CaseDetails['request']> }) {
  return (
    <section className="card stack stack-tight" aria-labelledby="case-request">
      <h2 id="case-request">{copy.subject}</h2>
      <dl className={styles.facts}>
        <Fact name={copy.course}>
          {request.courseTitle} · {request.platform}
        </Fact>
        <Fact name={copy.price}>{formatMinor(request.price.minor, request.price.currency)}</Fact>
        <Fact name={copy.link}>
          <OutgoingLink to={request.link} fallback={request.link}>
            {request.link}
          </OutgoingLink>
        </Fact>
        <Fact name={copy.status}>
          {[request.status, ...request.holds.map((hold) => copy.holds[hold])].join(' · ')}
        </Fact>
        <Fact name={copy.delivery}>
          <span>{copy.deliveries[request.delivery as keyof typeof copy.deliveries] ?? request.delivery}</span>
          {request.accountEmail && <span translate="no">{` · ${request.accountEmail}`}</span>}
        </Fact>
        {request.invoice && (
          <Fact name={copy.invoice}>
            <span>{copy.invoiceOf(request.invoice.reference, request.invoice.payee)}</span>{' '}
            {request.invoice.isThere ? (
              <a
                href={requestFor(getSchoolInvoice, { params: { id: request.id } }).url}
                target="_blank"
                rel="noreferrer"
              >
                {copy.openInvoice}
              </a>
            ) : (
              <span>{copy.noInvoice}</span>
            )}
          </Fact>
        )}
        <Fact name={copy.reason}>{request.motivation}</Fact>
      </dl>
    </section>
  );
}
