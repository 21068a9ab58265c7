import type { Config } from '../config.ts';

type CookieConfig = Pick<Config, 'publicUrl' | 'isSandbox'>;

interface HostCookie {
  /** Without the prefix. */
  name: string;
  value: string;
  /** In seconds; absent for a cookie that ends with the browser. */
  maxAgeS?: number | undefined;
  sameSite: 'Strict' | 'Lax';
  isSecure: boolean;
}

/** Returns whether cookies are for https alone: everywhere but in the sandbox without https. */
export function needsHttps({ publicUrl, isSandbox }: CookieConfig): boolean {
  return publicUrl.startsWith('https:') || !isSandbox;
}

/** Returns the name of a cookie. Browsers accept `__Host-` only for a secure cookie of this host alone (RFC 6265bis, section 4.1.3.2). */
export function hostCookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}

/** Returns the `Set-Cookie` header of a cookie of this host that scripts cannot read. */
export function hostCookie({ name, value, maxAgeS, sameSite, isSecure }: HostCookie): string {
  const lifetime = maxAgeS === undefined ? '' : `; Max-Age=${maxAgeS}`;
  const secure = isSecure ? '; Secure' : '';
  return `${hostCookieName(name, isSecure)}=${value}; Path=/${lifetime}; HttpOnly; SameSite=${sameSite}${secure}`;
}

/** Returns the value of the cookie with this name, without the prefix, in a `Cookie` header; undefined without it or when it is empty. */
export function readHostCookie(
  cookies: string | undefined,
  name: string,
  isSecure: boolean,
): string | undefined {
  const start = `${hostCookieName(name, isSecure)}=`;
  const texts = (cookies ?? '').split(';').map((text) => text.trim());
  return texts.find((text) => text.startsWith(start))?.slice(start.length) || undefined;
}
