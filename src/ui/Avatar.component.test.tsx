import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#tests/support/browser/render-island.tsx';
import { Avatar } from './Avatar.tsx';

const onePixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const noPicture = 'data:image/png;base64,bm90IGEgcGljdHVyZQ==';
const image = () => document.querySelector('img');

it('shows the picture', async () => {
  render(<Avatar name="Ada Obi" picture={{ url: onePixel }} />);
  await expect.poll(() => image()?.naturalWidth).toBe(1);
  expect(page.getByText('AO').query()).toBeNull();
});

it('shows the initials where the picture cannot be loaded', async () => {
  render(<Avatar name="Ada Obi" picture={{ url: noPicture }} />);
  await expect.element(page.getByText('AO')).toBeInTheDocument();
  expect(image()).toBeNull();
});

it('shows the initials where the picture had failed when the page was hydrated', async () => {
  const avatar = <Avatar name="Ada Obi" picture={{ url: noPicture }} />;
  const island = document.createElement('div');
  island.innerHTML = renderToString(avatar);
  document.body.append(island);
  await expect.poll(() => image()?.complete).toBe(true);
  hydrateRoot(island, avatar);
  await expect.element(page.getByText('AO')).toBeInTheDocument();
  island.remove();
});
