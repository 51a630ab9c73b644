/**
 * Time of a retry in epoch ms, from the header `Retry-After` (seconds or an HTTP date); undefined if absent or
 * invalid.
 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const time = /^\d{1,15}$/.test(header) ? now + Number(header) * 1_000 : Date.parse(header);
  return Number.isNaN(time) ? undefined : time;
}
