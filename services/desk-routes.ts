import * as desk from '#contracts/desk/desk.ts';
import * as approvals from '#contracts/desk/desk-approvals.ts';
import * as catalogue from '#contracts/desk/desk-catalogue.ts';
import * as documents from '#contracts/desk/desk-documents.ts';
import * as inbox from '#contracts/desk/desk-inbox.ts';
import * as incidents from '#contracts/desk/desk-incidents.ts';
import * as money from '#contracts/desk/desk-money.ts';
import * as people from '#contracts/desk/desk-people.ts';
import * as queues from '#contracts/desk/desk-queues.ts';
import * as search from '#contracts/desk/desk-search.ts';
import * as teamwork from '#contracts/desk/desk-teamwork.ts';
import * as operators from '#contracts/desk/operators.ts';
import { type Deps, routesOf } from './deps.ts';
import { approveApproval, declineApproval, listApprovals } from './desk/approvals/approvals.ts';
import {
  assignCase,
  claimCase,
  closeCase,
  noteCase,
  releaseCase,
  reopenCase,
  revealLogin,
  runCaseAction,
  waitForCase,
} from './desk/cases/act-on-case.ts';
import { getCase, listOpenRequests } from './desk/cases/cases.ts';
import { checkCourseLink, hideCourse, releaseCourse, showCourse } from './desk/catalogue/change-course.ts';
import { correctCourse } from './desk/catalogue/correct-course.ts';
import { findDeskCourses, getDeskCourse } from './desk/catalogue/desk-courses.ts';
import { listImports, startImport } from './desk/catalogue/imports.ts';
import {
  getDisputeEvidence,
  getFiledProof,
  getOrderReceipt,
  getSchoolInvoice,
  uploadOrderReceipt,
  uploadProof,
} from './desk/documents.ts';
import { actOnCases } from './desk/inbox/act-on-cases.ts';
import { listCases, takeNextCase } from './desk/inbox/inbox.ts';
import { deleteView, listViews, saveView } from './desk/inbox/saved-views.ts';
import { listIncidents } from './desk/incidents/list-incidents.ts';
import { listAudit } from './desk/list-audit.ts';
import { exportLedger } from './desk/money/export-ledger.ts';
import { exportPayments } from './desk/money/export-payments.ts';
import { getLedger } from './desk/money/ledger.ts';
import { listDeskPledges } from './desk/money/list-desk-pledges.ts';
import { getPaymentStory } from './desk/money/payment-story.ts';
import { listPayments, verifyPaymentAgain } from './desk/money/payments.ts';
import { getReconciliation, startReconciliation } from './desk/money/reconciliation.ts';
import { setAbsence } from './desk/operators/absences.ts';
import {
  addOperator,
  endOperator,
  endOperatorSessions,
  listOperators,
  replaceRecoveryCodes,
} from './desk/operators/manage-operators.ts';
import { chooseMails } from './desk/operators/operator-mails.ts';
import { getOperator, signInOperator, signOutOperator } from './desk/operators/sign-in.ts';
import { endPersonSessions, getPerson, restorePerson, searchPeople, suspendPerson } from './desk/people.ts';
import { discardJobs, getQueueHistory, listQueues, retryJobs } from './desk/queues.ts';
import { getReplies, replyToPerson } from './desk/replies/replies.ts';
import { searchDesk } from './desk/search/search-desk.ts';
import { dismissMention, listMentions } from './desk/teamwork/mentions.ts';
import { viewCase } from './desk/teamwork/view-case.ts';
import { watchDesk } from './desk/watch-desk.ts';
import type { Route } from './platform/http/route.ts';

/** Every call of the operators' desk, below `/api/ops`; the public API document does not list them. */
export const deskRoutes: readonly Route<Deps>[] = [
  ...routesOf(operators, { signInOperator, signOutOperator, getOperator, replaceRecoveryCodes }),
  ...routesOf(operators, {
    listOperators,
    addOperator,
    endOperatorSessions,
    setAbsence,
    chooseMails,
    endOperator,
  }),
  ...routesOf(search, { searchDesk }),
  ...routesOf(inbox, { listCases, takeNextCase, actOnCases, listViews, saveView, deleteView }),
  ...routesOf(desk, { watchDesk, getCase, claimCase, releaseCase, assignCase, waitForCase }),
  ...routesOf(desk, { noteCase, closeCase, reopenCase, runCaseAction, revealLogin }),
  ...routesOf(teamwork, { getReplies, replyToPerson, listMentions, dismissMention, viewCase }),
  ...routesOf(approvals, { listApprovals, approveApproval, declineApproval }),
  ...routesOf(incidents, { listIncidents }),
  ...routesOf(documents, { getDisputeEvidence, getSchoolInvoice }),
  ...routesOf(desk, { listOpenRequests }),
  ...routesOf(documents, { uploadProof, getFiledProof, uploadOrderReceipt, getOrderReceipt }),
  ...routesOf(people, { searchPeople, getPerson, endPersonSessions }),
  ...routesOf(money, { listPayments, exportPayments, getPaymentStory, verifyPaymentAgain, getLedger }),
  ...routesOf(money, { exportLedger, getReconciliation, startReconciliation, listDeskPledges }),
  ...routesOf(catalogue, { findDeskCourses, getDeskCourse, hideCourse, showCourse, releaseCourse }),
  ...routesOf(catalogue, { correctCourse, checkCourseLink, startImport, listImports }),
  ...routesOf(people, { suspendPerson, restorePerson }),
  ...routesOf(desk, { listAudit }),
  ...routesOf(queues, { listQueues, getQueueHistory, retryJobs, discardJobs }),
];
