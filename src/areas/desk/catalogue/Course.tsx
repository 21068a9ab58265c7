import { actionName } from '#contracts/cases/audit-actions.ts';
import { courseAccess } from '#contracts/catalogue/catalogue.ts';
import {
  checkCourseLink,
  correctCourse,
  type DeskCourse,
  getDeskCourse,
  hideCourse,
  releaseCourse,
  showCourse,
} from '#contracts/desk/desk-catalogue.ts';
import { correctableFieldName } from '#contracts/desk/desk-words.ts';
import type { ResponseBody } from '#contracts/endpoint.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { deskPaths } from '#src/browser/desk-paths.ts';
import { coursePath } from '#src/browser/paths.ts';
import { Badge } from '#src/ui/Facts.tsx';
import { OutgoingLink } from '#src/ui/OutgoingLink.tsx';
import { callDesk } from '../call-desk.ts';
import { ActionForm, ReasonForm, reasonField } from '../case/ActionForm.tsx';
import caseStyles from '../case/case.module.css';
import { EventSection, Fact, FactsSection, RelativeTime } from '../PageParts.tsx';
import { DeskQueryState, useDeskQuery, useLiveDesk } from '../use-desk-query.tsx';
import { catalogueCopy } from './catalogue.copy.ts';

const copy = catalogueCopy.course;

type CourseData = ResponseBody<typeof getDeskCourse>['data'];

/** The page of a course at the desk: facts, what operators did, and the actions on it. */
export function Course({ id }: { id: string }) {
  const query = useDeskQuery(getDeskCourse, { params: { id } });
  useLiveDesk();
  const data = query.data?.data;
  return (
    <>
      <a href={deskPaths.catalogue}>← {catalogueCopy.title}</a>
      <h1>{data?.course.title ?? catalogueCopy.title}</h1>
      <DeskQueryState query={query} missing={copy.missing} />
      {data && (
        <div className={caseStyles.columns}>
          <div className="stack">
            <CourseFacts course={data.course} />
            <EventSection
              id="course-history"
              title={copy.history}
              empty={copy.noHistory}
              events={data.history.map(({ action, reason, ...event }) => ({
                ...event,
                what: <span>{actionName(action)}</span>,
                detail: reason,
              }))}
            />
          </div>
          <Actions {...data} />
        </div>
      )}
    </>
  );
}

function CourseFacts({ course }: { course: DeskCourse }) {
  const { url, access, price, priceUnit, link, hiddenReason, correctedFields } = course;
  return (
    <FactsSection id="course-facts" title={copy.facts}>
      <Fact name={copy.platform}>{course.platform}</Fact>
      <Fact name={copy.link}>
        <OutgoingLink to={url} isFromCatalogue fallback={url}>
          {url}
        </OutgoingLink>
      </Fact>
      <Fact name={copy.access}>{access ? copy.accesses[access] : course.status}</Fact>
      <Fact name={copy.price}>
        {price === null ? copy.noPrice : `${formatMinor(toMinor(price), priceUnit ?? '')} (${priceUnit})`}
      </Fact>
      <Fact name={copy.checked}>{link ? <LinkState link={link} /> : copy.neverChecked}</Fact>
      <Fact name={copy.corrected}>{correctedFields.map(correctableFieldName).join(', ')}</Fact>
      <Fact name={copy.page}>
        {hiddenReason === null && <a href={coursePath(course.slug)}>{coursePath(course.slug)}</a>}
      </Fact>
      <Fact name={copy.hiddenBecause}>{hiddenReason}</Fact>
    </FactsSection>
  );
}

function LinkState({ link }: { link: NonNullable<DeskCourse['link']> }) {
  return (
    <span className="row">
      {link.isDead ? (
        <Badge kind="warn">{catalogueCopy.dead}</Badge>
      ) : (
        <span>{link.problem ?? copy.alive}</span>
      )}
      <span className="small soft">
        {link.isDead && <span>{link.problem}</span>}{' '}
        <span>
          {copy.lastChecked} <RelativeTime time={link.checkedAt} />
        </span>
      </span>
    </span>
  );
}

function Actions({ course, canCheckLink }: CourseData) {
  const params = { id: course.id };
  return (
    <div className={`stack stack-tight ${caseStyles.actions}`}>
      <ActionForm
        // The catalogue's values are the start of what is typed.
        key={`${course.title} ${course.url} ${course.access} ${course.price}`}
        action={{
          label: copy.correct,
          hint: copy.correctHint,
          fields: [
            { name: 'title', label: copy.fieldTitle, type: 'line', isRequired: true },
            { name: 'url', label: copy.link, type: 'line', isRequired: true },
            {
              name: 'access',
              label: copy.access,
              type: 'choice',
              isRequired: true,
              choices: courseAccess.map((value) => ({ value, label: copy.accesses[value] })),
            },
            { name: 'price', label: copy.price, hint: copy.priceHint, type: 'amount', isRequired: false },
            { name: 'priceUnit', label: copy.fieldCurrency, type: 'line', isRequired: false },
            reasonField,
          ],
        }}
        initial={{
          title: course.title,
          url: course.url,
          access: course.access ?? (course.status === 'Paid' ? 'paid' : 'free-to-learn'),
          price: course.price === null ? '' : String(course.price),
          priceUnit: course.priceUnit ?? '',
        }}
        onSubmit={({ title = '', url = '', price = '', reason = '', ...values }) => {
          const access = courseAccess.find((name) => name === values.access) ?? ('' as 'paid');
          const priceUnit = values.priceUnit?.toUpperCase();
          return callDesk(correctCourse, { params, body: { title, url, access, price, priceUnit, reason } });
        }}
      />
      <ReasonForm
        {...(course.hiddenReason === null ? copy.hide : copy.show)}
        onSubmit={(reason) =>
          callDesk(course.hiddenReason === null ? hideCourse : showCourse, { params, body: { reason } })
        }
      />
      {course.correctedFields.length > 0 && (
        <ReasonForm
          {...copy.release}
          onSubmit={(reason) => callDesk(releaseCourse, { params, body: { reason } })}
        />
      )}
      {canCheckLink && (
        <ActionForm
          action={{ label: copy.checkLink, hint: copy.checkHint, fields: [] }}
          onSubmit={() => callDesk(checkCourseLink, { params })}
        />
      )}
    </div>
  );
}
