import { claimCase } from '#contracts/desk/desk.ts';
import { proofFile } from '#contracts/enrolments/proofs.ts';
import { fund, pdf } from '#tests/support/money/certificates.ts';
import { orderCourse } from '#tests/support/money/paid-purchases.ts';
import { callDesk } from '#tests/support/people/operators.ts';
import type { Sending, Situation } from './matrix.ts';
import type { World } from './world.ts';

/** OP has the case; nobody else learns that the desk is there. */
const ownerOnly = { A: 404, LO: 404, L2: 404, S: 404, SP: 404, LD: 409, OP: 200 };

/** A request that SP paid for, and its case, which OP has claimed. */
async function ownCase({ product, people, operators }: World) {
  const { requestId } = await fund(product, people.LO, people.SP);
  const [{ id }] = await product.db.query(
    `SELECT c.id FROM cases c JOIN purchases u ON c.subject_id = u.id::text WHERE c.kind = 'purchase' AND u.request_id = $1`,
    [requestId],
  );
  await callDesk(product.url, claimCase, { params: { id } }, operators.OP.cookie);
  return { id: id as string, requestId };
}

function proofTo(id: string): Sending {
  const form = new FormData();
  form.append(proofFile.field, new File([new Uint8Array(pdf())], 'receipt.pdf'));
  return { path: `/ops/cases/${id}/proof`, form };
}

/** Who may do at the desk what decisions section 6 gives operators: the acts of an own case. */
export const deskActsMatrix: Record<string, Situation[]> = {
  'GET /ops/cases/:id/requests': [
    {
      about: 'a case of OP',
      send: async (world) => ({ path: `/ops/cases/${(await ownCase(world)).id}/requests?limit=50` }),
      expected: ownerOnly,
    },
  ],
  'POST /ops/cases/:id/actions': [
    {
      about: 'the verification of a payment, in a case of OP',
      send: async (world) => ({
        path: `/ops/cases/${(await ownCase(world)).id}/actions`,
        json: { action: 'settle-again', values: {} },
      }),
      expected: ownerOnly,
    },
  ],
  'POST /ops/cases/:id/proof': [
    {
      about: 'a paid course, in a case of OP',
      send: async (world) => proofTo((await ownCase(world)).id),
      expected: ownerOnly,
    },
    {
      about: 'a course that is handed over, in a case of OP',
      send: async (world) => {
        const { id, requestId } = await ownCase(world);
        await orderCourse(world.product, requestId);
        return proofTo(id);
      },
      expected: ownerOnly,
    },
  ],
};
