import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PasswordField } from './Field.tsx';

// ASVS 6.2.6, 6.2.7
it('masks what is typed, and names its purpose to password managers', () => {
  const field = renderToStaticMarkup(
    <PasswordField id="password" label="Password" autoComplete="current-password" />,
  );
  expect(field).toMatch(/<input[^>]* type="password"/);
  expect(field).toMatch(/<input[^>]* autoComplete="current-password"/i);
});
