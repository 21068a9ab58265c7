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
import type { ResponseBody } from '#contracts/endpoint.ts';
import { formatMinor, toMinor } from '#contracts/money.ts';
import { deskPaths } from '#src/browser/desk-paths.ts';
import { coursePath } from '#src/browser/paths.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { FactList } from '#src/ui/FactList.tsx';
import { OutgoingLink } from '#src/ui/OutgoingLink.tsx';
import { callDesk } from '../call-desk.ts';
import { ActionForm } from '../case/ActionForm.tsx';
import caseStyles from '../case/case.module.css';
import { DeskQueryState } from '../DeskQueryState.tsx';
import { RelativeTime } from '../RelativeTime.tsx';
import { useDeskQuery, useLiveDesk } from '../use-desk-query.ts';
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
      <a href={deskPaths.catalogue}>← {copy.back}</a>
      <h1>{data?.course.title ?? catalogueCopy.heading}</h1>
      <DeskQueryState query={query} missing={copy.missing} />
      {data && (
        <div className={caseStyles.columns}>
          <div className="stack">
            <Facts course={data.course} />
            <History history={data.history} />
          </div>
          <Actions {...data} />
        </div>
      )}
    </>
  );
}

function Facts({ course }: { course: DeskCourse }) {
  const { url, access, price, priceUnit, link, hiddenReason, correctedFields } = course;
  return (
    <section className="card stack stack-tight" aria-labelledby="course-facts">
      <h2 id="course-facts">{copy.facts}</h2>
      <FactList
        className={caseStyles.facts}
        facts={[
          [copy.platform, course.platform],
          [
            copy.link,
            <OutgoingLink key="link" to={url} isFromCatalogue fallback={url}>
              {url}
            </OutgoingLink>,
          ],
          [copy.access, access ? copy.accesses[access] : course.status],
          [
            copy.price,
            price === null ? copy.noPrice : `${formatMinor(toMinor(price), priceUnit ?? '')} (${priceUnit})`,
          ],
          [
            copy.checked,
            link ? (
              <span key="checked" className="row">
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
            ) : (
              copy.neverChecked
            ),
          ],
          ...(correctedFields.length === 0 ? [] : [[copy.corrected, correctedFields.join(', ')] as const]),
          hiddenReason === null
            ? [
                copy.page,
                <a key="page" href={coursePath(course.slug)}>
                  {coursePath(course.slug)}
                </a>,
              ]
            : [copy.hiddenBecause, hiddenReason],
        ]}
      />
    </section>
  );
}

function History({ history }: Pick<CourseData, 'history'>) {
  return (
    <section className="card stack stack-tight" aria-labelledby="course-history">
      <h2 id="course-history">{copy.history}</h2>
      {history.length === 0 && <p className="soft">{copy.noHistory}</p>}
      <ol className={`bare ${caseStyles.history}`}>
        {history.map(({ at, actor, action, reason }) => (
          <li key={`${at} ${action}`}>
            <p>
              <strong>{actor ?? copy.system}</strong> <code translate="no">{action}</code>{' '}
              <span className="soft small">
                <RelativeTime time={at} />
              </span>
            </p>
            <p className="small">{reason}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const reasonField = { name: 'reason', label: copy.reason, type: 'text', isRequired: true } as const;

function Actions({ course, canCheckLink }: CourseData) {
  const params = { id: course.id };
  const simple = (label: string, hint: string) => ({
    ...{ label, hint, isFinal: false, obstacle: null, fields: [reasonField] },
  });
  return (
    <div className={caseStyles.actions}>
      <ActionForm
        // What the catalogue has is the start of what is typed.
        key={`${course.title} ${course.url} ${course.access} ${course.price}`}
        action={{
          ...simple(copy.correct, copy.correctHint),
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
        onSubmit={(values) =>
          callDesk(correctCourse, {
            params,
            body: {
              title: values.title ?? '',
              url: values.url ?? '',
              access: courseAccess.find((one) => one === values.access) ?? ('' as 'paid'),
              price: values.price ?? '',
              priceUnit: values.priceUnit?.toUpperCase(),
              reason: values.reason ?? '',
            },
          })
        }
      />
      {course.hiddenReason === null ? (
        <ActionForm
          action={simple(copy.hide, copy.hideHint)}
          onSubmit={({ reason = '' }) => callDesk(hideCourse, { params, body: { reason } })}
        />
      ) : (
        <ActionForm
          action={simple(copy.shown, copy.shownHint)}
          onSubmit={({ reason = '' }) => callDesk(showCourse, { params, body: { reason } })}
        />
      )}
      {course.correctedFields.length > 0 && (
        <ActionForm
          action={simple(copy.release, copy.releaseHint)}
          onSubmit={({ reason = '' }) => callDesk(releaseCourse, { params, body: { reason } })}
        />
      )}
      {canCheckLink && (
        <ActionForm
          action={{ ...simple(copy.checkLink, copy.checkHint), fields: [] }}
          onSubmit={() => callDesk(checkCourseLink, { params })}
        />
      )}
    </div>
  );
}
