import { expect, it } from 'vitest';
import { changePicture } from '#contracts/accounts/profile-changes.ts';
import { parseUpload } from '#services/platform/documents/parser/parse-upload.ts';
import { drawing, pdf, save, upload } from '#tests/support/money/certificates.ts';
import { join, type SignedIn } from '#tests/support/people/people.ts';
import { callApi } from '#tests/support/product/api-client.ts';
import { parserPid } from '#tests/support/product/parser-pid.ts';
import { startProductWithPeople } from '#tests/support/product/product-with-people.ts';

/** As many files of one uploader as may be parsed and wait together. */
const mostPerUploader = 9;

// ASVS 15.2.2
it('documents and pictures wait among those of their uploader, and keep no other uploader waiting', async () => {
  const { product, learner } = await startProductWithPeople();
  const { url } = product;
  const picture = new File([new Uint8Array(await drawing())], 'me.png', { type: 'image/png' });
  const prepare = async (who: SignedIn) => {
    const id = await save(url, who);
    return () =>
      Promise.all([
        upload(url, who.token, id, pdf()),
        callApi(url, changePicture, { file: picture }, who.token),
      ]);
  };
  const [send, sendOther] = [await prepare(learner), await prepare(await join(url, 'learner'))];
  const [{ id }] = await product.db.query('SELECT id FROM users WHERE email = $1', [learner.email]);
  const parse = () => parseUpload('rewrite-pdf', pdf(), id);
  await parse();
  const pid = parserPid();
  process.kill(pid, 'SIGSTOP');
  const waiting = Array.from({ length: mostPerUploader }, parse);
  const [rejected, accepted] = [await send(), sendOther()];
  process.kill(pid, 'SIGCONT');
  expect(rejected.map(({ status }) => status)).toEqual([503, 503]);
  expect((await accepted).map(({ status }) => status)).toEqual([200, 200]);
  await Promise.all(waiting);
  await product.close();
});
