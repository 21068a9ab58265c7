import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { reportPageError } from '#contracts/site/page-errors.ts';
import { on, render } from '#tests/support/browser/render-island.tsx';
import mountIsland, { IslandBoundary } from './mount-island.tsx';

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
  // The code of the report is loaded first.
  await expect.poll(() => reports).toBe(1);
  await showAgain.click();
  await expect.element(page.getByLabelText('Note')).toHaveValue('For my farm');
  await expect.element(page.getByText('11 letters')).toBeVisible();
  await expect.element(page.getByLabelText('Private')).toBeChecked();
  await breakIt();
  await expect.element(showAgain).toBeVisible();
  expect(reports).toBe(1);
});

const rendered =
  '<input name="title" value=""><input name="platform" value=""><input name="price" value=""><p></p>';

function typeInto(name: string, value: string): void {
  const field = document.querySelector<HTMLInputElement>(`astro-island [name="${name}"]`);
  // The property of the element's class: React replaces that of the element, and ignores what it has set.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field?.dispatchEvent(new Event('input', { bubbles: true }));
}

function Course() {
  const [course, setCourse] = useState({ title: '', platform: '', price: '' });
  // After this key React puts the empty values of the two others back.
  useEffect(() => typeInto('price', '20000'), []);
  return (
    <>
      {Object.entries(course).map(([name, value]) => (
        <input
          key={name}
          name={name}
          value={value}
          onChange={({ target: { value: typed } }) => setCourse((old) => ({ ...old, [name]: typed }))}
        />
      ))}
      <p>{Object.values(course).filter(Boolean).join(', ')}</p>
    </>
  );
}

/** Mounts an island whose fields a server has rendered, with a text typed before and one typed meanwhile. */
async function mountCourse(client: 'load' | 'only') {
  const element = document.body.appendChild(document.createElement('astro-island'));
  element.setAttribute('ssr', '');
  element.innerHTML = rendered;
  typeInto('title', 'Machine Learning');
  element.querySelector('input')?.focus();
  mountIsland(element)(Course, {}, {}, { client });
  typeInto('platform', 'Coursera');
  await expect.element(page.getByText('Machine Learning, Coursera, 20000')).toBeVisible();
  return element;
}

it.each(['load', 'only'] as const)(
  'keeps what is typed and the focus while an island mounts (client:%s)',
  async (client) => {
    const element = await mountCourse(client);
    expect(document.activeElement).toBe(element.querySelector('[name="title"]'));
    element.remove();
  },
);
