import { countryName } from '#contracts/accounts/countries.ts';
import type { CaseDetails } from '#contracts/desk/desk.ts';
import { getFiledProof, getOrderReceipt, getSchoolInvoice } from '#contracts/desk/desk-documents.ts';
import { requestStatusNames, roleNames } from '#contracts/desk/desk-words.ts';
import { formatMinor, toMajor } from '#contracts/money.ts';
import { requestFor } from '#src/browser/api.ts';
import { deskCoursePath } from '#src/browser/desk-paths.ts';
import { coursePath } from '#src/browser/paths.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { dayText, durationInWords } from '#src/ui/format.ts';
import { OutgoingLink, opensInNewTab, siteOf } from '#src/ui/OutgoingLink.tsx';
import { deskCopy } from '../desk.copy.ts';
import { JobAbout } from '../incidents/JobAbout.tsx';
import { Fact, FactsSection, FileLink, MailLink, PersonLink, RelativeTime, Section } from '../PageParts.tsx';
import { caseCopy as copy } from './case.copy.ts';

/** The subject of a case: jobs, request, purchase, course and person. */
export function CaseSubject({ supportCase }: { supportCase: CaseDetails }) {
  const { subject, request, person, course, purchase, note, thankYou, jobs } = supportCase;
  return (
    <div className="stack">
      {subject.type === 'job' && <FailedJobs jobs={jobs} />}
      {purchase && <PurchaseFacts caseId={supportCase.id} purchase={purchase} />}
      {request && <RequestFacts request={request} />}
      {course && (
        <FactsSection id="case-course" title={copy.course}>
          <Fact name={copy.courseTitle}>
            <a href={deskCoursePath(course.id)}>{course.title}</a>
          </Fact>
          <Fact name={copy.platform}>{course.platform}</Fact>
          <Fact name={copy.coursePage}>
            {course.hiddenReason === null && <a href={coursePath(course.slug)}>{coursePath(course.slug)}</a>}
          </Fact>
          <Fact name={copy.courseHidden}>{course.hiddenReason}</Fact>
        </FactsSection>
      )}
      {subject.type === 'meeting' && (
        <Section isCard id="case-note" title={copy.meetingNote}>
          <p>{note ?? copy.noMeetingNote}</p>
        </Section>
      )}
      {subject.type === 'thank_you' && (
        <Section isCard id="case-thank-you" title={copy.thankYou.title}>
          <p>{thankYou?.text || copy.thankYou.gone}</p>
          {thankYou && <p className="small soft">{copy.thankYou.statuses[thankYou.status]}</p>}
        </Section>
      )}
      {person && (
        <FactsSection id="case-person" title={copy.person}>
          <Fact name={copy.name}>
            <span className="row">
              <Avatar name={person.name} picture={person.picture} />
              <span>
                <PersonLink person={person} /> ({roleNames[person.role]})
              </span>
            </span>
          </Fact>
          <Fact name={copy.email}>
            <MailLink to={person.email} />
          </Fact>
          <Fact name={copy.country}>{person.country && countryName(person.country)}</Fact>
          <Fact name={copy.since}>
            <RelativeTime time={person.createdAt} />
          </Fact>
        </FactsSection>
      )}
    </div>
  );
}

function FailedJobs({ jobs }: Pick<CaseDetails, 'jobs'>) {
  return (
    <Section isCard id="case-jobs" title={copy.jobs}>
      {jobs.length === 0 && <p className="soft">{copy.noJobs}</p>}
      <ul className="bare stack">
        {jobs.map(({ id, createdAt, failedAt, lastError, about }) => (
          <li key={id}>
            <p className="small">
              {failedAt ? copy.jobFailed : copy.jobRetried} · {deskCopy.queues.created}{' '}
              <RelativeTime time={createdAt} />
            </p>
            <p className="small soft">{lastError}</p>
            <JobAbout about={about} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function PurchaseFacts(props: { caseId: string; purchase: NonNullable<CaseDetails['purchase']> }) {
  const { caseId, purchase } = props;
  const { status, claimedUntil, orderNumber, spent, overrun, askedUntil, redeemBy, receiptAt, proofAt } =
    purchase;
  const { notReceivedAt, charged, exchangeRate, hasOrder } = purchase;
  return (
    <FactsSection id="case-purchase" title={copy.purchase}>
      <Fact name={copy.status}>
        <span>{copy.purchaseStatuses[status]}</span>
        {claimedUntil && <span>{` ${copy.until} ${timeText(claimedUntil)}`}</span>}
      </Fact>
      <Fact name={copy.overrun}>
        {overrun && `${formatMinor(overrun.minor, overrun.currency)}, ${copy.approval(overrun.isApproved)}`}
      </Fact>
      {proofAt && (
        <Fact name={copy.proof}>
          <FileLink file={requestFor(getFiledProof, { params: { id: caseId } })} text={copy.openProof} />
          {' · '}
          <RelativeTime time={proofAt} />
        </Fact>
      )}
      <Fact name={copy.asked}>{askedUntil && copy.askedUntil(dayText(askedUntil))}</Fact>
      <Fact name={copy.order}>{orderNumber}</Fact>
      <Fact name={copy.charged}>
        {charged && `${chargedText(charged)}${exchangeRate === 1 ? '' : ` ${copy.rate(exchangeRate ?? 1)}`}`}
      </Fact>
      <Fact name={copy.spent}>{spent && formatMinor(spent.minor, spent.currency)}</Fact>
      {hasOrder && (
        <Fact name={copy.receipt}>
          {receiptAt ? (
            <FileLink
              file={requestFor(getOrderReceipt, { params: { id: caseId } })}
              text={copy.openReceipt}
            />
          ) : (
            copy.noReceipt
          )}
        </Fact>
      )}
      {notReceivedAt && (
        <Fact name={copy.notReceived}>
          <RelativeTime time={notReceivedAt} />
        </Fact>
      )}
      {/* The last day is stored as its end in UTC. */}
      <Fact name={copy.redeemBy}>{redeemBy && dayText(redeemBy, 'UTC')}</Fact>
    </FactsSection>
  );
}

// The platform may charge a currency without a symbol here.
const chargedText = ({ minor, currency }: { minor: number; currency: string }) =>
  `${toMajor(minor).toFixed(2)} ${currency}`;

const timeText = (time: string) => new Date(time).toLocaleTimeString(undefined, { timeStyle: 'short' });

function RequestFacts({ request }: { request: NonNullable<CaseDetails['request']> }) {
  return (
    <FactsSection id="case-request" title={copy.subject}>
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
        {[requestStatusNames[request.status], ...request.holds.map((hold) => copy.holds[hold])].join(' · ')}
      </Fact>
      <Fact name={copy.delivery}>
        <span>{copy.deliveries[request.delivery]}</span>
        {request.accountEmail && <span translate="no">{` · ${request.accountEmail}`}</span>}
      </Fact>
      {request.invoice && (
        <Fact name={copy.invoice}>
          <span>{copy.invoiceOf(request.invoice.reference, request.invoice.payee)}</span>{' '}
          {request.invoice.isThere ? (
            <FileLink
              file={requestFor(getSchoolInvoice, { params: { id: request.id } })}
              text={copy.openInvoice}
            />
          ) : (
            <span>{copy.noInvoice}</span>
          )}
        </Fact>
      )}
      <Fact name={copy.duration}>{durationInWords(request)}</Fact>
      <Fact name={copy.socials}>
        {request.socials && (
          <OutgoingLink to={request.socials} fallback={request.socials}>
            {siteOf(request.socials)}
            {opensInNewTab}
          </OutgoingLink>
        )}
      </Fact>
      <Fact name={copy.audience}>{request.audience.map((group) => copy.audiences[group]).join(', ')}</Fact>
      <Fact name={copy.reason}>{request.motivation}</Fact>
    </FactsSection>
  );
}
