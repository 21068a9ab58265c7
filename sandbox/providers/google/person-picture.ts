import { html } from '#services/platform/html.ts';
import type { GooglePerson } from './google-people.ts';

const threads = ['#2b2f77', '#1f7a6d', '#b5532c', '#6b3d78', '#8a5a12'];

/** A drawn picture of an account: the initial on a colour of its own. */
export function personPicture({ sub, name }: GooglePerson): string {
  const sum = [...sub].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  const initial = [...name][0]?.toLocaleUpperCase() ?? '?';
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<rect width="96" height="96" fill="${threads[sum % threads.length]}"/>
<path d="M0 96 16 72l16 24zM32 96l16-24 16 24zM64 96l16-24 16 24z" fill="#e8a92e"/>
<text x="48" y="60" font-family="system-ui, sans-serif" font-size="44" font-weight="700" text-anchor="middle" fill="#fff">${initial}</text>
</svg>`.toString();
}
