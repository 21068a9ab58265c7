import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCourse } from '#contracts/catalogue/catalogue.ts';
import * as desk from '#contracts/desk/desk.ts';
import { getDeskCourse, hideCourse, showCourse } from '#contracts/desk/desk-catalogue.ts';
import { suspendPerson } from '#contracts/desk/desk-people.ts';
import { arrangeMeeting } from '#contracts/funding/sponsorships.ts';
import { listPublicRequests, listRequests } from '#contracts/requests/listing.ts';
import { submitReport } from '#contracts/safety/reports.ts';
import { idOf } from '#tests/security/support/accounts.ts';
import { waitForLockWaits } from '#tests/support/database/lock-waits.ts';
import { composeWaiting } from '#tests/support/mails/composed-mails.ts';
import { callDesk, joinDesk, type TestOperator } from '#tests/support/people/operators.ts';
import { fileRequest, join, type SignedIn, startPayment } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { startTestProduct, type TestProduct } from '#tests/support/product/test-product.ts';

let product: TestProduct;
let ada: TestOperator;
let grace: TestOperator;
let learner: SignedIn;
let sponsor: SignedIn;
beforeAll(async () => {
  product = await startTestProduct({ OPERATORS_FOUR_EYES: 'true' });
  ada = await joinDesk(product, 'operator', 'Ada');
  grace = await joinDesk(product, 'operator', 'Grace');
  learner = await join(product.url, 'learner');
  sponsor = await joinVerified();
});
afterAll(() => product?.close());

async function joinVerified(): Promise<SignedIn> {
  const person = await join(product.url, 'sponsor');
  await product.db.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [person.email]);
  return person;
}

const report = (body: object, who?: SignedIn) =>
  callApi(
    product.url,
    submitReport,
    { body: { about: 'request', reason: 'wrong', ...body } as never },
    who?.token,
  );
const file = (overrides: object = {}) =>
  fileRequest(product.url, learner, { isForVisitors: true, ...overrides });
const casesAbout = (subjectId: string) =>
  product.db.query(
    `SELECT id, kind, subject_type AS type, status, outcome, occurrences, summary FROM cases WHERE subject_id = $1`,
    [subjectId],
  );
const claim = (id: string, { cookie }: TestOperator) =>
  callDesk(product.url, desk.claimCase, { params: { id } }, cookie);
const release = (id: string, { cookie }: TestOperator) =>
  callDesk(product.url, desk.releaseCase, { params: { id }, body: {} }, cookie);
const act = (id: string, action: string, { cookie }: TestOperator, reason = 'Looked at it') =>
  callDesk(product.url, desk.runCaseAction, { params: { id }, body: { action, values: { reason } } }, cookie);
const pausingActions = async (id: string) => {
  const page = await callDesk(product.url, desk.getCase, { params: { id } }, ada.cookie);
  return page.body.data.actions.map(({ name }) => name).filter((name) => name.endsWith('-payments'));
};
const isListed = async (id: string) => {
  const { body } = await callApi(product.url, listPublicRequests, { query: { limit: 50 } });
  return body.data.some(({ _id }) => _id === id);
};
const holdsOf = async (id: string) =>
  (await product.db.query('SELECT holds FROM requests WHERE id = $1', [id]))[0].holds;

describe('reporting', () => {
  it('is open to visitors; reports on one request share a case, and one person counts once', async () => {
    const id = await file();
    expect((await report({ id })).status).toBe(201);
    expect((await report({ id, reason: 'offensive', details: 'The reason is rude.' }, sponsor)).status).toBe(
      201,
    );
    const again = await report({ id, reason: 'other' }, sponsor);
    expect([again.status, again.body.message]).toEqual([201, expect.stringContaining('Thank you')]);
    expect(await holdsOf(id)).toEqual([]);
    const [reportCase, ...more] = await casesAbout(id);
    expect(more).toEqual([]);
    expect(reportCase).toMatchObject({ kind: 'report', type: 'request', status: 'open', occurrences: 2 });
    const page = await callDesk(product.url, desk.getCase, { params: { id: reportCase.id } }, ada.cookie);
    expect(JSON.stringify(page.body.data.history)).toContain('The reason is rude.');
    expect(JSON.stringify(page.body)).not.toContain(sponsor.email);
  });

  it('of one person at the same moment counts once', async () => {
    const id = await file();
    const holder = product.db.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM requests WHERE id = $1 FOR UPDATE', [id]);
    const reported = Promise.all([report({ id }, sponsor), report({ id }, sponsor)]);
    await waitForLockWaits(product, 2);
    await holder.commitTransaction();
    await holder.release();
    await reported;
    expect(await casesAbout(id)).toMatchObject([{ occurrences: 1 }]);
  });

  it('names a learner by a request, a sponsor by a meeting, and a course by its slug', async () => {
    const id = await file();
    expect((await report({ about: 'learner', id })).status).toBe(201);
    expect(await casesAbout(await idOf(product, learner))).toMatchObject([{ type: 'user' }]);
    const meeting = await callApi(product.url, arrangeMeeting, { params: { id }, body: {} }, sponsor.token);
    const meetingId = meeting.body.data._id;
    expect((await report({ about: 'sponsor', id: meetingId })).status).toBe(401);
    expect((await report({ about: 'sponsor', id: meetingId }, sponsor)).status).toBe(404);
    expect((await report({ about: 'sponsor', id: meetingId }, learner)).status).toBe(201);
    expect(await casesAbout(await idOf(product, sponsor))).toMatchObject([{ type: 'user' }]);
    await product.db.query(
      `INSERT INTO courses (title, description, platform, url, level, status) VALUES ('A course', '', 'edX', 'https://edx.example/a', 'All', 'Paid')`,
    );
    const [course] = await product.db.query('SELECT id, slug FROM courses');
    expect((await report({ about: 'course', id: course.slug })).status).toBe(201);
    const [reportCase] = await casesAbout(course.id);
    const page = await callDesk(product.url, desk.getCase, { params: { id: reportCase.id } }, ada.cookie);
    expect(page.body.data).toMatchObject({ about: 'A course', course: { slug: course.slug } });
  });

  it('is refused for what the caller cannot see, for the own request, and without a reason', async () => {
    const hidden = await file({ isPublic: false, isPrivate: true, recipientEmails: [sponsor.email] });
    expect((await report({ id: hidden })).status).toBe(404);
    expect((await report({ id: hidden }, await joinVerified())).status).toBe(404);
    expect((await report({ id: hidden }, sponsor)).status).toBe(201);
    const own = await file();
    expect((await report({ id: own }, learner)).status).toBe(404);
    expect((await report({ id: 'not-an-id' })).status).toBe(404);
    expect((await report({ id: own, reason: 'boring' })).body.errors).toEqual({
      reason: 'Please choose what is wrong.',
    });
    expect((await report({ id: own, email: 'nonsense' })).status).toBe(422);
  });
});

describe('a grave report', () => {
  it('of a visitor or an unconfirmed person is due sooner and pauses nothing', async () => {
    const id = await file();
    await report({ id, reason: 'fraud' });
    await report({ id, reason: 'fraud' }, await join(product.url, 'sponsor', { isVerified: false }));
    expect(await holdsOf(id)).toEqual([]);
    const [{ hours }] = await product.db.query(
      `SELECT extract(epoch FROM due_at - created_at)::float8 / 3600 AS hours FROM cases WHERE subject_id = $1`,
      [id],
    );
    expect(hours).toBeLessThan(5);
  });

  it('pauses payments and meetings until a second operator agrees to resume them', async () => {
    const id = await file();
    await report({ id, reason: 'fraud' }, sponsor);
    expect(await isListed(id)).toBe(true);
    const paused =
      'Payments and meetings for this request are paused while we check it. Nothing was charged.';
    expect(await startPayment(product.url, sponsor, id)).toMatchObject({
      status: 409,
      body: { message: paused },
    });
    const met = await callApi(product.url, arrangeMeeting, { params: { id }, body: {} }, sponsor.token);
    expect(met.status).toBe(409);

    const [reportCase] = await casesAbout(id);
    await report({ id, reason: 'danger' }, await joinVerified());
    const pauses = `SELECT 1 FROM case_acts WHERE case_id = $1 AND act = 'payments paused'`;
    expect(await product.db.query(pauses, [reportCase.id])).toHaveLength(1);
    await claim(reportCase.id, ada);
    expect((await act(reportCase.id, 'resume-payments', ada)).status).toBe(200);
    expect(await holdsOf(id)).toEqual(['frozen']);
    expect((await act(reportCase.id, 'resume-payments', ada)).status).toBe(409);
    await release(reportCase.id, ada);
    await claim(reportCase.id, grace);
    expect((await act(reportCase.id, 'resume-payments', grace)).status).toBe(200);
    expect(await holdsOf(id)).toEqual([]);
    expect((await startPayment(product.url, sponsor, id)).status).toBe(200);
  });

  it('does not pause payments again after a report on the subject was dismissed', async () => {
    const id = await file();
    await report({ id, reason: 'danger' });
    const [reportCase] = await casesAbout(id);
    await claim(reportCase.id, ada);
    expect((await act(reportCase.id, 'dismiss', ada)).status).toBe(200);
    await report({ id, reason: 'danger' }, sponsor);
    expect(await holdsOf(id)).toEqual([]);
    expect(await casesAbout(id)).toHaveLength(2);
  });

  it('counts again after a decision, and pauses payments unless one was dismissed in the last 30 days', async () => {
    const decided = async (outcome: string, age: string) => {
      const id = await file();
      await report({ id }, sponsor);
      await product.db.query(
        `UPDATE cases SET status = 'closed', outcome = $2, closed_reason = 'x', closed_at = now() - $3::interval
         WHERE subject_id = $1`,
        [id, outcome, age],
      );
      await report({ id, reason: 'danger' }, sponsor);
      expect(await casesAbout(id)).toHaveLength(2);
      return holdsOf(id);
    };
    expect(await decided('dismissed', '29 days')).toEqual([]);
    expect(await decided('dismissed', '31 days')).toEqual(['frozen']);
    expect(await decided('upheld', '1 day')).toEqual(['frozen']);
  });

  it('about a learner pauses the payments of each open request of theirs', async () => {
    const other = await join(product.url, 'learner');
    const ids = [await fileRequest(product.url, other), await fileRequest(product.url, other)];
    await report({ about: 'learner', id: ids[0], reason: 'danger' }, sponsor);
    expect(await Promise.all(ids.map(holdsOf))).toEqual([['frozen'], ['frozen']]);
    const otherId = await idOf(product, other);
    const [reportCase] = await casesAbout(otherId);
    await claim(reportCase.id, ada);
    expect(await pausingActions(reportCase.id)).toEqual(['resume-payments']);
    expect((await act(reportCase.id, 'uphold', ada)).body.message).toContain('Suspend this learner');
    for (const { cookie } of [ada, grace])
      await callDesk(
        product.url,
        suspendPerson,
        { params: { id: otherId }, body: { reason: 'Scam' } },
        cookie,
      );
    expect((await act(reportCase.id, 'uphold', ada)).status).toBe(200);
    expect(await Promise.all(ids.map(holdsOf))).toEqual([['suspended'], ['suspended']]);
    expect(await pausingActions(reportCase.id)).not.toContain('resume-payments');
  });
});

describe('an operator', () => {
  it('closes a report only by a decision', async () => {
    const id = await file();
    await report({ id });
    const [reportCase] = await casesAbout(id);
    await claim(reportCase.id, ada);
    const closed = await callDesk(
      product.url,
      desk.closeCase,
      { params: { id: reportCase.id }, body: { outcome: 'done', reason: 'Done' } },
      ada.cookie,
    );
    expect(closed.status).toBe(409);
  });

  it('upholds a report: the request is hidden, learner and reporters are told, and it can be undone', async () => {
    const id = await file();
    await report({ id, email: ' Visitor@Reports.example ' });
    await report({ id });
    await report({ id, reason: 'fraud' }, sponsor);
    const [reportCase] = await casesAbout(id);
    await claim(reportCase.id, ada);
    expect((await act(reportCase.id, 'uphold', ada, 'The link leads elsewhere.')).status).toBe(200);
    expect(await casesAbout(id)).toMatchObject([{ status: 'closed', outcome: 'upheld' }]);
    expect(await holdsOf(id)).toEqual(['rejected']);
    expect(await isListed(id)).toBe(false);
    const listed = await callApi(product.url, listRequests, { query: { limit: 50 } }, sponsor.token);
    expect(listed.body.data.some(({ _id }) => _id === id)).toBe(false);
    expect((await startPayment(product.url, sponsor, id)).status).toBe(404);

    const [told] = await composeWaiting(product, learner.email, ['request-rejected']);
    expect(JSON.stringify(told)).toContain('The link leads elsewhere.');
    for (const address of ['visitor@reports.example', sponsor.email]) {
      const mails = await composeWaiting(product, address, ['report-decided']);
      expect(mails.at(-1)?.subject).toContain('we acted on it');
      expect(JSON.stringify(mails)).not.toContain(learner.fullName);
    }

    const reopen = { params: { id: reportCase.id }, body: { reason: 'The link works.' } };
    await callDesk(product.url, desk.reopenCase, reopen, ada.cookie);
    expect((await act(reportCase.id, 'show-again', ada)).status).toBe(200);
    await release(reportCase.id, ada);
    await claim(reportCase.id, grace);
    expect((await act(reportCase.id, 'show-again', grace)).status).toBe(200);
    expect(await isListed(id)).toBe(true);
    expect((await act(reportCase.id, 'dismiss', grace)).status).toBe(200);
    const [latest] = (await composeWaiting(product, sponsor.email, ['report-decided'])).slice(-1);
    expect(latest?.subject).toContain('nothing against our rules');
    const outcomes = await product.db.query(
      `SELECT r.email FROM outbox o JOIN reports r ON r.id::text = o.payload->>'id'
       WHERE r.case_id = $1 AND o.payload->>'mail' = 'report-decided' ORDER BY 1`,
      [reportCase.id],
    );
    expect(outcomes.map(({ email }: { email: string }) => email)).toEqual(
      [sponsor.email, sponsor.email, 'visitor@reports.example', 'visitor@reports.example'].toSorted(),
    );
  });

  it('upholds a report about a course: it is hidden until it is shown again on its page of the catalogue', async () => {
    const [course] = await product.db.query(
      `INSERT INTO courses (title, description, platform, url, level, status)
       VALUES ('Fake certificates', '', 'edX', 'https://edx.example/fake', 'All', 'Paid') RETURNING id, slug`,
    );
    const pageStatus = async () =>
      (await callApi(product.url, getCourse, { params: { slug: course.slug } })).status;
    const about = { about: 'course', id: course.slug };
    await report({ ...about, email: 'reader@reports.example' });
    const [reportCase] = await casesAbout(course.id);
    await claim(reportCase.id, ada);
    expect((await act(reportCase.id, 'uphold', ada, 'It sells certificates.')).status).toBe(200);
    expect(await pageStatus()).toBe(404);
    expect((await report(about)).status).toBe(404);
    const [outcome] = await composeWaiting(product, 'reader@reports.example', ['report-decided']);
    expect(outcome?.subject).toContain('we acted on it');
    const shown = { params: { id: course.id }, body: { reason: 'It is another course.' } };
    const { body } = await callDesk(product.url, getDeskCourse, { params: { id: course.id } }, ada.cookie);
    expect(body.data).toMatchObject({
      course: { hiddenReason: 'It sells certificates.' },
      history: [{ action: 'course.hidden', actor: 'Ada' }],
    });
    expect((await callDesk(product.url, showCourse, shown, ada.cookie)).status).toBe(200);
    expect(await pageStatus()).toBe(200);

    // A course that is hidden for another reason stays hidden for that one.
    await report(about);
    const again = (await casesAbout(course.id)).find(({ status }: { status: string }) => status === 'open');
    await callDesk(product.url, hideCourse, { ...shown, body: { reason: 'Its link is dead.' } }, ada.cookie);
    await claim(again.id, ada);
    expect((await act(again.id, 'uphold', ada)).status).toBe(200);
    const kept = await callDesk(product.url, getDeskCourse, { params: { id: course.id } }, ada.cookie);
    expect(kept.body.data.course.hiddenReason).toBe('Its link is dead.');
  });
});
