import { invoiceFile, uploadInvoice } from '#contracts/requests/invoices.ts';
import { pdf } from '#tests/support/money/certificates.ts';
import { fileRequest } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import type { Situation } from './matrix.ts';
import type { World } from './world.ts';

const others = { A: 401, L2: 404, S: 403, SP: 403 };
const invoice = { reference: 'INV-7', payee: 'Lagos Coding School' };

/** Files a request of LO about an invoice; with the document when `isThere`. Returns its id. */
async function invoiced({ product: { url }, people }: World, isThere: boolean): Promise<string> {
  const id = await fileRequest(url, people.LO, { delivery: 'school-invoice', account: undefined, invoice });
  const file = new File([new Uint8Array(pdf())], 'invoice.pdf', { type: 'application/pdf' });
  if (isThere) await callApi(url, uploadInvoice, { params: { id }, file }, people.LO.token);
  return id;
}

function invoiceForm(): FormData {
  const form = new FormData();
  form.append(
    invoiceFile.field,
    new File([new Uint8Array(pdf())], 'invoice.pdf', { type: 'application/pdf' }),
  );
  return form;
}

/** Who may upload and read the invoice of a school, and confirm the price of a request. */
export const invoicesMatrix: Record<string, Situation[]> = {
  'POST /course/request/:id/price': [
    {
      about: 'an open request',
      send: async ({ newRequest }) => ({ path: `/course/request/${await newRequest()}/price` }),
      expected: { ...others, LO: 200 },
    },
    {
      about: 'a paid request',
      send: ({ paid }) => ({ path: `/course/request/${paid.requestId}/price` }),
      expected: { ...others, LO: 409 },
    },
  ],
  'POST /course/price-link': [
    {
      about: 'a made-up link',
      send: ({ people }) => ({ path: '/course/price-link', json: { token: people.LO.token } }),
      expected: { A: 422, LO: 422, L2: 422, S: 422, SP: 422 },
    },
  ],
  'POST /course/request/:id/invoice': [
    {
      about: 'a request about an invoice',
      send: async (world) => ({
        path: `/course/request/${await invoiced(world, false)}/invoice`,
        form: invoiceForm(),
      }),
      expected: { ...others, LO: 200 },
    },
    {
      about: 'a request with another delivery',
      send: async ({ newRequest }) => ({
        path: `/course/request/${await newRequest()}/invoice`,
        form: invoiceForm(),
      }),
      expected: { ...others, LO: 409 },
    },
  ],
  'GET /course/request/:id/invoice': [
    {
      about: 'an invoice that is there',
      send: async (world) => ({ path: `/course/request/${await invoiced(world, true)}/invoice` }),
      expected: { ...others, LO: 200 },
    },
    {
      about: 'an invoice that is not there yet',
      send: async (world) => ({ path: `/course/request/${await invoiced(world, false)}/invoice` }),
      expected: { ...others, LO: 404 },
    },
  ],
};
