import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { uploadCertificate } from '#contracts/enrolments/enrolments.ts';
import { NetworkError } from '#src/browser/api.ts';
import { render } from '#tests/support/browser/render-island.tsx';
import { UploadModal } from './UploadModal.tsx';

const copy = {
  title: 'Certificate',
  label: 'Your file',
  preview: 'Preview',
  failed: 'Failed.',
  done: 'Done.',
};

it('shows the sent share, and sends the same file again after a failure', async () => {
  const attempts: { file: File; onProgress: (part: number) => void; end: PromiseWithResolvers<string> }[] =
    [];
  let uploaded = 0;
  const send: NonNullable<Parameters<typeof UploadModal>[0]['send']> = (_, sent, onProgress) => {
    const end = Promise.withResolvers<string>();
    attempts.push({ file: (sent as unknown as { file: File }).file, onProgress, end });
    return end.promise;
  };
  render(
    <UploadModal
      copy={copy}
      endpoint={uploadCertificate}
      id="any"
      note=""
      send={send}
      onClose={() => {}}
      onUploaded={() => {
        uploaded += 1;
      }}
    >
      <p>About it.</p>
    </UploadModal>,
  );
  const chosen = new File(['%PDF-1.7'], 'done.pdf', { type: 'application/pdf' });
  await userEvent.upload(page.getByLabelText('Your file'), chosen);
  await userEvent.click(page.getByRole('button', { name: 'Upload', exact: true }));
  attempts[0]?.onProgress(0.456);
  await expect.element(page.getByText('45 % sent')).toBeVisible();
  await expect.element(page.getByRole('progressbar')).toHaveProperty('value', 0.456);
  attempts[0]?.onProgress(1);
  await expect.element(page.getByText('All of it is sent.')).toBeVisible();
  attempts[0]?.end.reject(new NetworkError());
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument();
  await userEvent.click(again);
  expect(attempts.map(({ file }) => file.name)).toEqual(['done.pdf', 'done.pdf']);
  attempts[1]?.end.resolve('');
  await expect.poll(() => uploaded).toBe(1);
});
