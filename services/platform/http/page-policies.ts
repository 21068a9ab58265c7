import { existsSync, readFileSync } from 'node:fs';

/** The Content-Security-Policy of a page, by its address as it was asked for. */
export type PolicyOf = (pathname: string) => string;

// What a policy in a <meta> cannot say, and the build therefore leaves out.
const onlyAsHeader = "frame-ancestors 'none'; base-uri 'self'; object-src 'none'; form-action 'self'";
// For markup that the build knows no policy of: it may load what is ours, and run nothing that stands in it.
const strict = "default-src 'self'; img-src 'self' data:";

/** Reads the policies of the built pages. Astro writes them into a file that nothing reads by itself. */
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

/** Adds what only a header can say. */
export function completePolicy(policy: string): string {
  return policy.includes('frame-ancestors') ? policy : `${policy.replace(/[;\s]+$/, '')}; ${onlyAsHeader}`;
}

function pageOf(pathname: string): string {
  return pathname.replace(/(?:\/index)?\.html$/, '').replace(/\/$/, '') || '/';
}
