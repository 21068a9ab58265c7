import { EntitySchema } from 'typeorm';
import * as signIn from './accounts/sign-in.entity.ts';
import * as users from './accounts/user.entity.ts';
import * as cases from './cases/cases.entity.ts';
import * as outages from './cases/outages.entity.ts';
import * as replies from './cases/replies-and-mentions.entity.ts';
import * as courses from './catalogue/course.entity.ts';
import * as savedViews from './desk/inbox/saved-view.entity.ts';
import * as operators from './desk/operators/operators.entity.ts';
import * as disputes from './disputes/dispute.entity.ts';
import * as enrolments from './enrolments/enrolment.entity.ts';
import * as funding from './funding/funding.entity.ts';
import * as ledger from './ledger/ledger.entity.ts';
import * as meetings from './meetings/meeting.entity.ts';
import * as newsletter from './newsletter/subscriber.entity.ts';
import * as payments from './payments/payment.entity.ts';
import * as storedObjects from './platform/files/stored-object.entity.ts';
import * as idempotencyKeys from './platform/http/idempotency/idempotency-key.entity.ts';
import * as outbox from './platform/queue/outbox.entity.ts';
import * as purchases from './purchases/purchase.entity.ts';
import * as queueSamples from './queues/queue-sample.entity.ts';
import * as refunds from './refunds/refund.entity.ts';
import * as requests from './requests/request.entity.ts';
import * as safety from './safety/safety.entity.ts';
import * as thanks from './thanks/thank-you.entity.ts';
import * as waitlist from './waitlist/waitlist-entry.entity.ts';

const modules = [
  ...[
    signIn,
    users,
    cases,
    replies,
    courses,
    operators,
    disputes,
    enrolments,
    funding,
    ledger,
    meetings,
    newsletter,
  ],
  ...[payments, storedObjects, idempotencyKeys, outbox, purchases, queueSamples, refunds],
  ...[requests, safety, savedViews, thanks, waitlist, outages],
];

/** Entities of all tables: every one that these modules export. */
export const entities: EntitySchema[] = modules
  .flatMap((module): unknown[] => Object.values(module))
  .filter((value) => value instanceof EntitySchema);
