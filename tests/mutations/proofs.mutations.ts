import type { Mutation } from './mutation.ts';

const rejecting = {
  file: 'services/purchases/filed-proofs.ts',
  tests: ['services/flows/rejected-proofs.long.db.test.ts'],
};
const adding = { file: 'services/desk/documents.ts', tests: ['services/desk/filed-proof.db.test.ts'] };

const mutations: Mutation[] = [
  {
    ...rejecting,
    rule: 'A rejected proof is deleted.',
    find: 'await manager.delete(ProofEntity, { requestId });',
    replace: '',
  },
  {
    ...rejecting,
    rule: 'The payer reads why a proof was rejected.',
    find: '{ proofRejection: reason }',
    replace: '{ proofRejection: null }',
  },
  {
    ...rejecting,
    rule: 'Each rejected proof has a mail of its own.',
    find: 'proof.createdAt.getTime()',
    replace: '0',
  },
  {
    file: 'services/flows/accept-proof.ts',
    tests: rejecting.tests,
    rule: 'Another proof takes the place of a rejected one.',
    find: 'await manager.update(PurchaseEntity, purchaseId, { proofRejection: null });',
    replace: '',
  },
  {
    file: 'services/dashboard/find-documents.ts',
    tests: rejecting.tests,
    rule: 'A proof is offered only when the call accepts it.',
    find: 'proofObstacle(purchaseStatus ?? undefined, shown.isProofFiled) === undefined',
    replace: 'purchaseStatus !== null && !shown.isProofFiled',
  },
  {
    file: 'services/desk/actions/proof-actions.ts',
    tests: rejecting.tests,
    rule: 'A proof whose refund waits is neither confirmed nor rejected.',
    find: ' &&\n    ownRefunds(context).length === 0',
    replace: '',
  },
  {
    ...adding,
    rule: 'A proof of the desk is added in an own case.',
    find: 'await lockOwnCase(manager, caseId, operatorId)',
    replace: `await row(manager, 'SELECT subject_type AS "subjectType", subject_id AS "subjectId" FROM cases WHERE id = $1', [caseId])`,
  },
  {
    ...adding,
    rule: 'The audit log says which operator added a proof.',
    find: "await recordAudit(manager, 'proof.added', requestId, detail, caller.id);",
    replace: '',
  },
  {
    file: 'services/desk/cases/cases.ts',
    tests: ['services/desk/cases/list-open-requests.db.test.ts'],
    rule: 'The requests that sponsors see are listed to the operator of the case.',
    find: 'await deps.db.transaction((manager) => lockOwnCase(manager, params.id, caller.id));',
    replace: '',
  },
  {
    file: 'services/accounts/sessions/find-session.ts',
    tests: ['tests/security/desk-access.db.test.ts'],
    rule: 'No token of the product is an operator’s.',
    find: "u.role <> 'operator' AND ",
    replace: '',
  },
];

export default mutations;
