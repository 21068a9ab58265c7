import { caseActs } from '#contracts/cases/case-acts.ts';
import { type CaseDetails, getCase, listOpenRequests } from '#contracts/desk/desk.ts';
import { proofActions } from '#services/desk/actions/proof-actions.ts';
import { openRequestsCopy } from '#src/areas/desk/case/case.copy.ts';
import { listedRequest } from '#tests/support/browser/view-fixtures.ts';
import { presented } from './presented.ts';
import { patch, respond, type Screen } from './screen.ts';

/** Screens of what operators do with proofs of enrolment and open requests, in the claimed case of a purchase. */
export function proofScreens(caseId: string): Screen[] {
  const claimed = (name: string, change: (details: CaseDetails) => object, act: Screen['act']): Screen => ({
    name: `case-${name}`,
    path: `/ops/case?id=${caseId}`,
    visitor: 'operator',
    async prepare(page) {
      await respond(page, listOpenRequests, 200, openRequests);
      await patch(page, getCase, ({ data }) => {
        Object.assign(data, {
          isMine: true,
          status: 'claimed',
          owner: { id: 'me', name: 'Sample operator' },
        });
        Object.assign(data.request ?? {}, { id: listedRequest._id });
        Object.assign(data, change(data));
      });
    },
    ...(act && { act }),
  });
  const proofAt = new Date().toISOString();
  return [
    claimed(
      'proof',
      ({ purchase }) => ({
        purchase: { ...purchase, status: 'queued', proofAt, canAddProof: false },
        actions: presented(proofActions),
      }),
      async (page) => {
        for (const { label } of proofActions) await page.locator('summary', { hasText: label }).click();
      },
    ),
    claimed(
      'proof-upload',
      ({ purchase }) => ({ purchase: { ...purchase, canAddProof: true } }),
      (page) => page.getByRole('button', { name: caseActs.proof_added.label }).click(),
    ),
    claimed(
      'open-requests',
      ({ purchase }) => ({ purchase: { ...purchase, canAddProof: true } }),
      async (page) => {
        await page.locator('summary', { hasText: openRequestsCopy.title }).click();
        await page.getByLabel(openRequestsCopy.search).waitFor();
      },
    ),
  ];
}

const titles = [
  'Machine Learning',
  'Advanced Statistical Methods for Public Health, with Case Studies from Four Continents',
];
const openRequests = {
  message: 'Requests that sponsors see',
  data: titles.map((courseTitle, at) => ({
    ...listedRequest,
    _id: at === 0 ? listedRequest._id : crypto.randomUUID(),
    course: { ...listedRequest.course, courseTitle },
  })),
  currentPage: 1,
  totalPages: 3,
  totalRequests: 25,
  isCapped: false,
};
