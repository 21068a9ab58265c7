import { addProof, proofFile, viewProof } from '#contracts/enrolments/proofs.ts';
import type { SignedIn } from '../people/people.ts';

/** Uploads bytes as the proof of a request; name and type are what the sender claims. */
export async function sendProof(
  url: string,
  who: Pick<SignedIn, 'token'> | undefined,
  requestId: string,
  data: Buffer,
  { name = 'receipt.pdf', type = 'application/pdf' } = {},
) {
  const headers = who ? { authorization: `Bearer ${who.token}` } : {};
  return sendFile(`${url}/api${addProof.path.replace(':id', requestId)}`, headers, data, { name, type });
}

/** Posts bytes as a proof to an address. */
export async function sendFile(
  address: string,
  headers: Record<string, string>,
  data: Buffer,
  { name = 'receipt.pdf', type = 'application/pdf' } = {},
) {
  const form = new FormData();
  form.append(proofFile.field, new File([new Uint8Array(data)], name, { type }));
  const answer = await fetch(address, { method: 'POST', body: form, headers });
  return { status: answer.status, body: await answer.json() };
}

/** Requests the proof of a request. */
export async function seeProof(url: string, who: Pick<SignedIn, 'token'> | undefined, requestId: string) {
  const answer = await fetch(`${url}/api${viewProof.path.replace(':id', requestId)}`, {
    ...(who && { headers: { authorization: `Bearer ${who.token}` } }),
  });
  return { status: answer.status, headers: answer.headers, data: Buffer.from(await answer.arrayBuffer()) };
}
