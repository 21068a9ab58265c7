import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { reportPageError } from '#contracts/site/page-errors.ts';
import { on, render } from '#tests/support/browser/render-island.tsx';
import { IslandBoundary } from './mount-island.tsx';

let reports = 0;

/** Throws while it renders, once its button was pressed. */
function Fragile() {
  const [isBroken, setBroken] = useState(false);
  const [note, setNote] = useState('');
  if (isBroken) throw new TypeError(`No ${note}`);
  return (
    <form>
      <input aria-label="Note" name="note" value={note} onChange={({ target }) => setNote(target.value)} />
      <input aria-label="Private" name="isPrivate" type="checkbox" />
      <p>{note.length} letters</p>
      <button type="button" onClick={() => setBroken(true)}>
        Break
      </button>
    </form>
  );
}

beforeEach(() => {
  reports = 0;
  on(reportPageError, () => {
    reports += 1;
    return Response.json({ message: 'Thank you.' });
  });
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const element = document.documentElement;
  render(
    <IslandBoundary name="Fragile" element={element}>
      <Fragile />
    </IslandBoundary>,
  );
});
afterEach(() => vi.restoreAllMocks());

const breakIt = () => page.getByRole('button', { name: 'Break' }).click();
const showAgain = page.getByRole('button', { name: 'Show it again' });

it('shows a sentence instead of nothing, the island again with what was typed, and is reported once', async () => {
  await page.getByLabelText('Note').fill('For my farm');
  await page.getByLabelText('Private').click();
  await breakIt();
  await expect.element(page.getByRole('alert')).toMatchTextContent('stopped working');
  await showAgain.click();
  await expect.element(page.getByLabelText('Note')).toHaveValue('For my farm');
  await expect.element(page.getByText('11 letters')).toBeVisible();
  await expect.element(page.getByLabelText('Private')).toBeChecked();
  await breakIt();
  await expect.element(showAgain).toBeVisible();
  expect(reports).toBe(1);
});
