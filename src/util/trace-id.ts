/**
 * A trace id that DataHub's clients can read the time from: 16 hexadecimal digits for the microseconds since 1970, then
 * 16 random ones. `now` is in epoch ms.
 */
export function newTraceId(now: number, randomHex: (bytes: number) => string): string {
  return (now * 1_000).toString(16).padStart(16, '0') + randomHex(8);
}
