import * as desk from '#contracts/desk/desk.ts';
import * as catalogue from '#contracts/desk/desk-catalogue.ts';
import * as disputes from '#contracts/desk/desk-disputes.ts';
import * as invoices from '#contracts/desk/desk-invoices.ts';
import * as money from '#contracts/desk/desk-money.ts';
import * as people from '#contracts/desk/desk-people.ts';
import * as pledges from '#contracts/desk/desk-pledges.ts';
import * as proofs from '#contracts/desk/desk-proofs.ts';
import * as queues from '#contracts/desk/desk-queues.ts';
import * as requests from '#contracts/desk/desk-requests.ts';
import * as operators from '#contracts/desk/operators.ts';
import * as receipts from '#contracts/purchases/order-receipts.ts';
import type { Deps } from './deps.ts';
import {
  claimCase,
  closeCase,
  noteCase,
  releaseCase,
  reopenCase,
  runCaseAction,
  waitForCase,
} from './desk/cases/act-on-case.ts';
import { getCase } from './desk/cases/get-case.ts';
import { listCases } from './desk/cases/list-cases.ts';
import { listOpenRequests } from './desk/cases/list-open-requests.ts';
import { hideCourse, releaseCourse, showCourse } from './desk/catalogue/change-course.ts';
import { checkCourseLink } from './desk/catalogue/check-course-link.ts';
import { correctCourse } from './desk/catalogue/correct-course.ts';
import { findDeskCourses, getDeskCourse } from './desk/catalogue/find-desk-courses.ts';
import { listImports, startImport } from './desk/catalogue/imports.ts';
import { getFiledProof, uploadProof } from './desk/filed-proof.ts';
import { getDisputeEvidence } from './desk/get-evidence.ts';
import { getSchoolInvoice } from './desk/get-school-invoice.ts';
import { listAudit } from './desk/list-audit.ts';
import { exportLedger } from './desk/money/export-ledger.ts';
import { exportPayments } from './desk/money/export-payments.ts';
import { getLedger } from './desk/money/get-ledger.ts';
import { getPaymentStory } from './desk/money/get-payment-story.ts';
import { listDeskPledges } from './desk/money/list-desk-pledges.ts';
import { listPayments } from './desk/money/list-payments.ts';
import { getReconciliation, startReconciliation } from './desk/money/reconciliation.ts';
import { verifyPaymentAgain } from './desk/money/verify-payment-again.ts';
import { getOperator } from './desk/operators/get-operator.ts';
import {
  addOperator,
  endOperator,
  endOperatorSessions,
  listOperators,
  replaceRecoveryCodes,
} from './desk/operators/manage-operators.ts';
import { signInOperator } from './desk/operators/sign-in-operator.ts';
import { signOutOperator } from './desk/operators/sign-out-operator.ts';
import { getOrderReceipt, uploadOrderReceipt } from './desk/order-receipt.ts';
import { endPersonSessions, getPerson, searchPeople } from './desk/people/people.ts';
import { revealLogin } from './desk/people/reveal-login.ts';
import { restorePerson, suspendPerson } from './desk/people/suspend-person.ts';
import { getQueueHistory } from './desk/queue-history.ts';
import { discardJobs, listQueues, retryJobs } from './desk/queues.ts';
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
  route(disputes.getDisputeEvidence, getDisputeEvidence),
  route(invoices.getSchoolInvoice, getSchoolInvoice),
  route(requests.listOpenRequests, listOpenRequests),
  route(proofs.uploadProof, uploadProof),
  route(proofs.getFiledProof, getFiledProof),
  route(receipts.uploadOrderReceipt, uploadOrderReceipt),
  route(receipts.getOrderReceipt, getOrderReceipt),
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
  route(pledges.listDeskPledges, listDeskPledges),
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
