import type { TestOperator } from '#tests/support/people/operators.ts';

/** Uploads a file of courses at the desk, as CSV of our own columns unless `fields` say otherwise. */
export async function uploadCourses(
  url: string,
  { cookie }: TestOperator,
  text: string | Buffer,
  fields: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ fileName: 'c.csv', preset: 'courselift', ...fields }))
    form.append(name, value);
  form.append('file', new Blob([new Uint8Array(Buffer.from(text))]), 'c.csv');
  const response = await fetch(`${url}/api/ops/catalogue/imports`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}
