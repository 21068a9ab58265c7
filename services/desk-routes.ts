import * as desk from '#contracts/desk/desk.ts';
import * as catalogue from '#contracts/desk/desk-catalogue.ts';
import * as documents from '#contracts/desk/desk-documents.ts';
import * as money from '#contracts/desk/desk-money.ts';
import * as people from '#contracts/desk/desk-people.ts';
import * as queues from '#contracts/desk/desk-queues.ts';
import * as operators from '#contracts/desk/operators.ts';
import type { Deps } from './deps.ts';
import {
  claimCase,
  closeCase,
  noteCase,
  releaseCase,
  reopenCase,
  revealLogin,
  runCaseAction,
  waitForCase,
} from './desk/cases/act-on-case.ts';
import { getCase, listCases, listOpenRequests } from './desk/cases/cases.ts';
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
import { listAudit } from './desk/list-audit.ts';
import { exportPayments } from './desk/money/export-payments.ts';
import { exportLedger, getLedger } from './desk/money/ledger.ts';
import { listDeskPledges } from './desk/money/list-desk-pledges.ts';
import { getPaymentStory } from './desk/money/payment-story.ts';
import { listPayments, verifyPaymentAgain } from './desk/money/payments.ts';
import { getReconciliation, startReconciliation } from './desk/money/reconciliation.ts';
import {
  addOperator,
  endOperator,
  endOperatorSessions,
  listOperators,
  replaceRecoveryCodes,
} from './desk/operators/manage-operators.ts';
import { getOperator, signInOperator, signOutOperator } from './desk/operators/sign-in.ts';
import { endPersonSessions, getPerson, restorePerson, searchPeople, suspendPerson } from './desk/people.ts';
import { discardJobs, getQueueHistory, listQueues, retryJobs } from './desk/queues.ts';
import { watchDesk } from './desk/watch-desk.ts';
import { type Route, route } from './platform/http/route.ts';

/** Every call of the operators' desk, below `/api/ops`; the public API document does not list them. */
export const deskRoutes: readonly Route<Deps>[] = [
  route(operators.signInOperator, signInOperator),
  route(operators.signOutOperator, signOutOperator),
  route(operators.getOperator, getOperator),
  route(operators.replaceRecoveryCodes, replaceRecoveryCodes),
  route(operators.listOperators, listOperators),
  route(operators.addOperator, addOperator),
  route(operators.endOperatorSessions, endOperatorSessions),
  route(operators.endOperator, endOperator),
  route(desk.watchDesk, watchDesk),
  route(desk.listCases, listCases),
  route(desk.getCase, getCase),
  route(desk.claimCase, claimCase),
  route(desk.releaseCase, releaseCase),
  route(desk.waitForCase, waitForCase),
  route(desk.noteCase, noteCase),
  route(desk.closeCase, closeCase),
  route(desk.reopenCase, reopenCase),
  route(desk.runCaseAction, runCaseAction),
  route(desk.revealLogin, revealLogin),
  route(documents.getDisputeEvidence, getDisputeEvidence),
  route(documents.getSchoolInvoice, getSchoolInvoice),
  route(desk.listOpenRequests, listOpenRequests),
  route(documents.uploadProof, uploadProof),
  route(documents.getFiledProof, getFiledProof),
  route(documents.uploadOrderReceipt, uploadOrderReceipt),
  route(documents.getOrderReceipt, getOrderReceipt),
  route(people.searchPeople, searchPeople),
  route(people.getPerson, getPerson),
  route(people.endPersonSessions, endPersonSessions),
  route(money.listPayments, listPayments),
  route(money.exportPayments, exportPayments),
  route(money.getPaymentStory, getPaymentStory),
  route(money.verifyPaymentAgain, verifyPaymentAgain),
  route(money.getLedger, getLedger),
  route(money.exportLedger, exportLedger),
  route(money.getReconciliation, getReconciliation),
  route(money.startReconciliation, startReconciliation),
  route(money.listDeskPledges, listDeskPledges),
  route(catalogue.findDeskCourses, findDeskCourses),
  route(catalogue.getDeskCourse, getDeskCourse),
  route(catalogue.hideCourse, hideCourse),
  route(catalogue.showCourse, showCourse),
  route(catalogue.releaseCourse, releaseCourse),
  route(catalogue.correctCourse, correctCourse),
  route(catalogue.checkCourseLink, checkCourseLink),
  route(catalogue.startImport, startImport),
  route(catalogue.listImports, listImports),
  route(people.suspendPerson, suspendPerson),
  route(people.restorePerson, restorePerson),
  route(desk.listAudit, listAudit),
  route(queues.listQueues, listQueues),
  route(queues.getQueueHistory, getQueueHistory),
  route(queues.retryJobs, retryJobs),
  route(queues.discardJobs, discardJobs),
];
