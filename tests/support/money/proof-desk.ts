import { claimCase, getCase, releaseCase, runCaseAction } from '#contracts/desk/desk.ts';
import { uploadProof } from '#contracts/desk/desk-documents.ts';
import type { Purchase } from '#services/purchases/purchase.entity.ts';
import { callDesk, type TestOperator } from '../people/operators.ts';
import type { TestProduct } from '../product/test-product.ts';
import { sendFile } from './proofs.ts';

type Desk = Pick<TestOperator, 'cookie'>;

/** The calls of operators on cases of purchases. */
export function proofDesk({ url, db }: TestProduct) {
  return {
    caseOf: async ({ id }: Pick<Purchase, 'id'>): Promise<string> =>
      (await db.query(`SELECT id FROM cases WHERE kind = 'purchase' AND subject_id = $1`, [id]))[0].id,
    claim: (id: string, { cookie }: Desk) => callDesk(url, claimCase, { params: { id } }, cookie),
    release: (id: string, { cookie }: Desk) =>
      callDesk(url, releaseCase, { params: { id }, body: { reason: 'For you' } }, cookie),
    act: (id: string, action: string, { cookie }: Desk, values: Record<string, string> = {}) =>
      callDesk(url, runCaseAction, { params: { id }, body: { action, values } }, cookie),
    read: async (id: string, { cookie }: Desk) =>
      (await callDesk(url, getCase, { params: { id } }, cookie)).body.data,
    /** Uploads bytes as a proof to a case, with these headers of a session. */
    upload: (id: string, headers: Record<string, string>, data: Buffer) =>
      sendFile(`${url}/api${uploadProof.path.replace(':id', id)}`, headers, data),
  };
}
