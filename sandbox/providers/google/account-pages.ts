import { html, type SafeHtml } from '#services/platform/html.ts';
import type { SandboxPage } from '../pages/sandbox-page.ts';
import type { GooglePerson } from './google-people.ts';

const pictureColors = ['#2b2f77', '#1f7a6d', '#b5532c', '#6b3d78', '#8a5a12'];

/** Returns an SVG avatar: the initial on a colour derived from `sub`. */
export function personPicture({ sub, name }: GooglePerson): string {
  const sum = [...sub].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  const initial = [...name][0]?.toLocaleUpperCase() ?? '?';
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">
<rect width="96" height="96" fill="${pictureColors[sum % pictureColors.length]}"/>
<path d="M0 96 16 72l16 24zM32 96l16-24 16 24zM64 96l16-24 16 24z" fill="#e8a92e"/>
<text x="48" y="60" font-family="system-ui, sans-serif" font-size="44" font-weight="700" text-anchor="middle" fill="#fff">${initial}</text>
</svg>`.toString();
}

export const googleBanner = 'A test copy of Google’s sign-in page. It uses no real accounts.';

const pictureOf = ({ sub }: GooglePerson) => `/google/people/${encodeURIComponent(sub)}/picture.svg`;

function accountType({ email, emailVerified, hostedDomain }: GooglePerson): string {
  if (!emailVerified) return 'Address never confirmed';
  if (hostedDomain) return `Workspace of ${hostedDomain}`;
  return /@(gmail|googlemail)\.com$/.test(email) ? 'Gmail' : 'Address of another provider';
}

/** Picture, name, email address and kind of account of a person. */
function personSummary(person: GooglePerson): SafeHtml {
  return html`<img class="face" src="${pictureOf(person)}" alt="" width="48" height="48">
<span class="face-name">${person.name}</span><span class="face-email">${person.email}</span>
<span class="tag">${accountType(person)}</span>`;
}

/** The account chooser. `addressOf` returns the URL that selects a person. */
export function chooserPage(
  people: readonly GooglePerson[],
  addressOf: (person: GooglePerson) => string,
  { productName, problem }: { productName: string; problem?: string | undefined },
): SandboxPage {
  return {
    title: 'Choose an account',
    ribbon: googleBanner,
    body: html`<article class="sheet">
<p class="kicker">Google, to continue to ${productName}</p><h1>Choose an account</h1>
<ul class="people">${people.map(
      (person) => html`<li><a class="person" href="${addressOf(person)}">${personSummary(person)}</a></li>`,
    )}</ul>
<details${problem !== undefined && html` open`}><summary>Use another account</summary>
<form class="another" method="post">
  ${problem !== undefined && html`<p class="notice notice-bad" role="alert">${problem}</p>`}
  <label>Name <input name="name" required maxlength="120" autocomplete="off" value="Zola Tesfaye"></label>
  <label>Email <input name="email" type="email" required maxlength="254" autocomplete="off"></label>
  <label>Workspace <input name="hostedDomain" maxlength="253" autocomplete="off" aria-describedby="workspace"></label>
  <p class="soft" id="workspace">The domain that the account is managed by. Empty for a private account.</p>
  <label class="check"><input name="emailVerified" type="checkbox" value="yes" checked> Google has confirmed this address</label>
  <button class="button">Next</button>
</form></details></article>`,
  };
}

export function consentPage(
  person: GooglePerson,
  { productName, chooserAddress }: { productName: string; chooserAddress: string },
): SandboxPage {
  return {
    title: `Sign in to ${productName}`,
    ribbon: googleBanner,
    body: html`<article class="sheet">
<p class="kicker">Sign in with Google</p><h1>Sign in to ${productName}</h1>
<p class="person">${personSummary(person)}</p>
<p>By continuing, Google will tell ${productName} your name, your email address and your picture.</p>
<form method="post">
  <button class="button" name="decision" value="allow">Continue</button>
  <button class="button button-quiet" name="decision" value="deny">Cancel</button>
  <a class="button button-plain" href="${chooserAddress}">Another account</a>
</form></article>`,
  };
}

/** Error page for a request whose client or redirect URI is unknown, so it must not redirect. */
export function accessBlockedPage(reason: string): SandboxPage {
  return {
    title: 'Access blocked',
    ribbon: googleBanner,
    body: html`<article class="sheet"><h1>Access blocked</h1>
<p>The request of this application is not valid, so it was not followed.</p>
<p class="notice notice-bad" role="alert">${reason}</p></article>`,
  };
}
