import { existsSync, readFileSync } from 'node:fs';

/** Returns the Content-Security-Policy of a page by the path of the request. */
export type PolicyOf = (pathname: string) => string;

// Directives that the build leaves out: most are not allowed in a <meta>. No script can turn text into markup or code
// (decision 062); the one policy is that of the address of the service worker (decision 149).
const headerOnlyDirectives =
  "frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types service-worker; worker-src 'self'";
// For pages without a policy from the build: allows resources of our origin, but no inline scripts.
const strict = "default-src 'self'; img-src 'self' data:";

/** Reads the policies of the built pages from the file that Astro's build writes. */
export function readPolicies(file: string): PolicyOf {
  const policies = new Map<string, string>();
  const pages: BuiltPage[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  for (const { pathname, headers } of pages) {
    const policy = headers.find(({ key }) => key.toLowerCase() === 'content-security-policy');
    if (policy) policies.set(pageOf(pathname), policy.value);
  }
  return (pathname) => completePolicy(policies.get(pageOf(pathname)) ?? strict);
}

interface BuiltPage {
  pathname: string;
  headers: { key: string; value: string }[];
}

/** Adds the directives that are only allowed in a header. */
export function completePolicy(policy: string): string {
  if (policy.includes('frame-ancestors')) return policy;
  const directives = policy.split(';').map((directive) => directive.trim());
  return [...directives.filter(Boolean), headerOnlyDirectives].join('; ');
}

function pageOf(pathname: string): string {
  return pathname.replace(/(?:\/index)?\.html$/, '').replace(/\/$/, '') || '/';
}
