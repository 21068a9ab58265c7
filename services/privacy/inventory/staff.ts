import { CaseReplyEntity } from '#services/cases/replies-and-mentions.entity.ts';
import {
  AppealEntity,
  ReportEntity,
  RequestDecisionEntity,
  SuspensionEntity,
} from '#services/safety/safety.entity.ts';
import { periodOf } from '../retention.ts';
import { type Inventory, ownRequests } from './personal-table.ts';

const ofStaff = 'Staff account: ended by a lead';
const nothing = 'Nothing about a person';
const asStaff = 'As long as the operator works here';
const asCatalogue = 'As long as the course';
const ofCatalogue = (purpose: string) => ({ purpose, erasure: nothing, retention: asCatalogue });
const ofEvidence = (purpose: string) => ({
  purpose: `${purpose}; ids instead of names`,
  erasure: 'Kept: evidence, ids only',
  retention: 'Evidence of what staff did: 10 years',
});

/** Safety, operators, and the catalogue. */
export const staffTables = {
  reports: {
    purpose: 'Reports on requests and people',
    entity: ReportEntity,
    views: [{ title: 'Reports that you made', about: 'r.reporter_id = me.id OR r.email = me.address' }],
    remains: true,
    erasure: 'Kept without the person, the address and the words',
    retention: periodOf('reports'),
  },
  request_decisions: {
    purpose: 'Decisions of operators on requests',
    entity: RequestDecisionEntity,
    views: [{ title: 'Decisions on your requests', about: `r.request_id IN ${ownRequests}` }],
  },
  suspensions: {
    purpose: 'Suspended accounts',
    entity: SuspensionEntity,
    views: [{ title: 'Suspensions of your account', about: 'r.user_id = me.id' }],
    erasure: 'Deleted; an account that is suspended cannot be erased by its person',
  },
  appeals: {
    purpose: 'Appeals against decisions',
    entity: AppealEntity,
    views: [
      {
        title: 'Your appeals',
        about: `r.suspension_id IN (SELECT id FROM suspensions WHERE user_id = me.id)
          OR r.request_decision_id IN (SELECT id FROM request_decisions WHERE request_id IN ${ownRequests})`,
      },
    ],
  },
  audit_entries: ofEvidence('What operators did and why, and whom a search showed'),
  cases: ofEvidence('Work of operators'),
  case_acts: ofEvidence('History of the work of operators'),
  case_replies: {
    purpose: 'Mails that operators wrote to people of a case',
    entity: CaseReplyEntity,
    views: [{ title: 'What our team wrote to you', about: 'r.recipient_id = me.id' }],
  },
  case_mentions: ofEvidence('Which operators a note names'),
  case_viewers: {
    purpose: 'Which operators have the page of a case open',
    erasure: ofStaff,
    retention: 'Until the next operator opens a case, a minute later at the earliest',
  },
  stored_objects: {
    purpose: 'Keys, sizes and checksums of files in an object store',
    erasure: 'Deleted with the object, within two minutes',
    retention: 'As long as the file',
  },
  operators: { purpose: 'Accounts of staff', erasure: ofStaff, retention: asStaff },
  operator_sessions: {
    purpose: 'Sign-ins of staff',
    erasure: ofStaff,
    retention: periodOf('operator_sessions'),
  },
  recovery_codes: { purpose: 'Second factor of staff', erasure: ofStaff, retention: asStaff },
  saved_views: {
    purpose: 'Filters of the inbox that staff saved under a name',
    erasure: ofStaff,
    retention: asStaff,
  },
  pending_approvals: {
    purpose: 'Actions that wait for a second operator, with their case',
    erasure: nothing,
    retention: 'Until the second operator decides',
  },
  queue_samples: {
    purpose: 'Figures of the queues by minute; numbers only',
    erasure: nothing,
    retention: '7 days',
  },
  scheduled_failures: {
    purpose: 'Failures of scheduled jobs; names of jobs only',
    erasure: nothing,
    retention: 'Until the job succeeds',
  },
  service_outages: {
    purpose: 'Servers of others that are unavailable now',
    erasure: nothing,
    retention: 'Until the server responds again',
  },
  worker_heartbeats: {
    purpose: 'Worker processes, their machine and when they were last seen',
    erasure: nothing,
    retention: 'Until the process ends; 1 day after one that stopped',
  },
  courses: ofCatalogue('Catalogue'),
  course_uploads: ofCatalogue('Imports of the catalogue by staff'),
  course_former_links: ofCatalogue('Former links of courses'),
  course_link_checks: ofCatalogue('Checks of the links of courses'),
} satisfies Inventory;
