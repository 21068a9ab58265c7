import { describe, expect, it } from 'vitest';
import { readStarterCatalogue } from '#services/catalogue/read-starter-catalogue.ts';
import { isCourseSite, outgoingAddress } from './outgoing-link.ts';

describe('outgoingAddress', () => {
  it.each([
    ['https://www.coursera.org/learn/x?a=1#b', 'https://www.coursera.org/learn/x?a=1#b'],
    ['coursera.org/learn/x', 'https://coursera.org/learn/x'],
    ['HTTP://ES.KhanAcademy.org', 'http://es.khanacademy.org/'],
  ])('%s: to a course platform directly', (typed, href) => {
    expect(outgoingAddress(typed)).toBe(href);
  });

  // ASVS 3.7.2
  it.each([
    ['x.com/ada', 'https://x.com/ada'],
    ['//x.com/ada', 'https://x.com/ada'],
    ['https://coursera.org.evil.example/', 'https://coursera.org.evil.example/'],
    ['https://notcoursera.org/', 'https://notcoursera.org/'],
    ['https://coursera.org:8443/', 'https://coursera.org:8443/'],
    ['https://evil.example/https://coursera.org', 'https://evil.example/https://coursera.org'],
    ['https://evil.example\\.coursera.org/', 'https://evil.example/.coursera.org/'],
    ['https://evil.example?coursera.org', 'https://evil.example/?coursera.org'],
    // Cyrillic letters that look like Latin ones.
    ['https://\u0441oursera.org/', 'https://xn--oursera-xjg.org/'],
  ])('%s: through the page that names the site', (typed, to) => {
    expect(outgoingAddress(typed)).toBe(`/leaving?${new URLSearchParams({ to })}`);
  });

  // ASVS 1.2.2
  it.each([
    '',
    '  ',
    'https://',
    'javascript:alert(1)',
    ' jAvAsCrIpT:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'blob:https://coursera.org/x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://coursera.org/x',
    'mailto:a@b.example',
    'https://user@coursera.org/',
    'https://coursera.org@evil.example/',
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://localhost:4321/',
    'localhost:4321',
    'http://a.localhost./',
    'http://metadata.google.internal/',
    'http://printer.local/',
    'http://intranet/',
  ])('%j: nowhere', (typed) => {
    expect(outgoingAddress(typed)).toBeUndefined();
  });
});

it('opens the courses of the starter catalogue directly, except on sites where anybody can publish', async () => {
  const others = (await readStarterCatalogue())
    .map(({ url }) => new URL(url))
    .filter((url) => !isCourseSite(url))
    .map(({ hostname }) => hostname);
  expect([...new Set(others)].sort()).toEqual([
    'github.com',
    'huggingface.co',
    'www.kaggle.com',
    'www.linkedin.com',
    'www.youtube.com',
  ]);
});
