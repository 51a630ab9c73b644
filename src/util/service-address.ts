/** Host, port and path of a URL, without user, password and query: safe to show. */
export function shownAddress(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname === '/' ? '' : pathname}`;
}
