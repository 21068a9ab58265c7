import { certificateFile, shareCertificate } from '#contracts/enrolments/enrolments.ts';
import { fund, fundAndEnrol, pdf, save, upload } from '#tests/support/money/certificates.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { signedIn } from './expected-statuses.ts';
import type { Situation } from './matrix.ts';
import type { World } from './world.ts';

function certificateForm(): FormData {
  const form = new FormData();
  form.append(certificateFile.field, new File([new Uint8Array(pdf())], 'done.pdf'));
  return form;
}

/** A course of LO that SP paid for, finished with a certificate. */
async function finished({ product, people }: World, isShared = false): Promise<string> {
  const { id } = await fundAndEnrol(product, people.LO, people.SP);
  const uploaded = await upload(product.url, people.LO.token, id, pdf());
  if (uploaded.status !== 200) throw new Error(`The upload returned ${uploaded.status}`);
  const sent = { params: { id }, body: { isShared } };
  await callApi(product.url, shareCertificate, sent, people.LO.token);
  return id;
}

/** Who may do what with courses on a dashboard and their certificates. */
export const enrolmentsMatrix: Record<string, Situation[]> = {
  'GET /dashboard/changes': [
    {
      about: 'the caller’s',
      send: () => ({ path: '/dashboard/changes' }),
      expected: signedIn(200),
    },
  ],
  'PUT /dashboard/:id/upload-completion-certificate': [
    {
      about: 'a course of LO that SP paid for, and LO is enrolled in',
      send: async ({ product, people }) => {
        const { id } = await fundAndEnrol(product, people.LO, people.SP);
        return { path: `/dashboard/${id}/upload-completion-certificate`, form: certificateForm() };
      },
      expected: { ...signedIn(404), LO: 200 },
    },
    {
      about: 'a course of LO that SP paid for, still being arranged',
      send: async ({ product, people }) => {
        const { id } = await fund(product, people.LO, people.SP);
        return { path: `/dashboard/${id}/upload-completion-certificate`, form: certificateForm() };
      },
      expected: { ...signedIn(404), LO: 409 },
    },
    {
      about: 'a course that LO saved',
      send: async ({ product, people }) => {
        const id = await save(product.url, people.LO);
        return { path: `/dashboard/${id}/upload-completion-certificate`, form: certificateForm() };
      },
      expected: { ...signedIn(404), LO: 200 },
    },
    {
      about: 'a course that LO has completed',
      send: async (world) => {
        const id = await finished(world);
        return { path: `/dashboard/${id}/upload-completion-certificate`, form: certificateForm() };
      },
      expected: { ...signedIn(404), LO: 409 },
    },
  ],
  'GET /dashboard/:id/view-certificate': [
    {
      about: 'a certificate that LO keeps to themselves',
      send: async (world) => ({ path: `/dashboard/${await finished(world)}/view-certificate` }),
      expected: { ...signedIn(404), LO: 200 },
    },
    {
      about: 'a certificate that LO shows to SP',
      send: async (world) => ({ path: `/dashboard/${await finished(world, true)}/view-certificate` }),
      expected: { ...signedIn(404), LO: 200, SP: 200 },
    },
    {
      about: 'a course that is not there',
      send: () => ({ path: `/dashboard/${crypto.randomUUID()}/view-certificate` }),
      expected: signedIn(404),
    },
  ],
  'PUT /dashboard/:id/certificate-sharing': [
    {
      about: 'a certificate of LO',
      send: async (world) => ({
        path: `/dashboard/${await finished(world)}/certificate-sharing`,
        json: { isShared: true },
      }),
      expected: { ...signedIn(404), LO: 200 },
    },
    {
      about: 'a course of LO without one',
      send: async ({ product, people }) => ({
        path: `/dashboard/${await save(product.url, people.LO)}/certificate-sharing`,
        json: { isShared: true },
      }),
      expected: { ...signedIn(404), LO: 409 },
    },
  ],
};
