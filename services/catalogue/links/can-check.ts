/** Returns whether a link is of one of the hosts that may be asked, or of a subdomain of it. */
export function canCheck(url: string, hosts: readonly string[]): boolean {
  const address = URL.parse(url);
  if (!address || !/^https?:$/.test(address.protocol)) return false;
  return hosts.some((host) =>
    host.includes(':')
      ? address.host === host
      : address.port === '' && (address.hostname === host || address.hostname.endsWith(`.${host}`)),
  );
}
