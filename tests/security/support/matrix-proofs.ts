import { proofFile } from '#contracts/enrolments/proofs.ts';
import { fund, pdf } from '#tests/support/money/certificates.ts';
import { orderCourse } from '#tests/support/money/paid-purchases.ts';
import { sendProof } from '#tests/support/money/proofs.ts';
import type { Situation } from './matrix.ts';
import type { World } from './world.ts';

const denied = { A: 401, LO: 404, L2: 404, S: 404, SP: 404 };

function proofForm(): FormData {
  const form = new FormData();
  form.append(proofFile.field, new File([new Uint8Array(pdf())], 'receipt.pdf'));
  return form;
}

/** Creates a request of LO that SP paid for. Returns its id. */
async function paidOne({ product, people }: World): Promise<string> {
  return (await fund(product, people.LO, people.SP)).requestId;
}

async function boughtOne(world: World): Promise<string> {
  const id = await paidOne(world);
  await orderCourse(world.product, id);
  return id;
}

async function provedOne(world: World): Promise<string> {
  const id = await boughtOne(world);
  const { status } = await sendProof(world.product.url, world.people.SP, id, pdf());
  if (status !== 200) throw new Error(`The proof returned ${status}`);
  return id;
}

/** Who may add and see the proof of an enrolment. */
export const proofsMatrix: Record<string, Situation[]> = {
  'POST /course/add-proof/:id': [
    {
      about: 'a paid request of SP',
      send: async (world) => ({ path: `/course/add-proof/${await paidOne(world)}`, form: proofForm() }),
      expected: { ...denied, SP: 200 },
    },
    {
      about: 'a request whose course is bought',
      send: async (world) => ({ path: `/course/add-proof/${await boughtOne(world)}`, form: proofForm() }),
      expected: { ...denied, SP: 200 },
    },
    {
      about: 'a request that is proved',
      send: async (world) => ({ path: `/course/add-proof/${await provedOne(world)}`, form: proofForm() }),
      expected: { ...denied, SP: 409 },
    },
    {
      about: 'an unpaid request',
      send: async ({ newRequest }) => ({
        path: `/course/add-proof/${await newRequest()}`,
        form: proofForm(),
      }),
      expected: denied,
    },
  ],
  'GET /course/proof/:id': [
    {
      about: 'a request that is proved',
      send: async (world) => ({ path: `/course/proof/${await provedOne(world)}` }),
      expected: { ...denied, LO: 200, SP: 200 },
    },
    {
      about: 'a request without a proof',
      send: async (world) => ({ path: `/course/proof/${await paidOne(world)}` }),
      expected: denied,
    },
  ],
};
