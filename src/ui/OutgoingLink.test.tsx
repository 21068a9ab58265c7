import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OutgoingLink } from './OutgoingLink.tsx';

it('leads typed links of other sites through the page that names them', () => {
  const link = renderToStaticMarkup(<OutgoingLink to="https://www.youtube.com/watch">Course</OutgoingLink>);
  expect(link).toContain('href="/leaving?to=https%3A%2F%2Fwww.youtube.com%2Fwatch"');
});
