/** A web address, or one of a database, as it may be shown: host, port and path, without name, password and options. */
export function shownAddress(address: string): string {
  const { host, pathname } = new URL(address);
  return `${host}${pathname === '/' ? '' : pathname}`;
}
