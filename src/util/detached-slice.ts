/** A copy of the UTF-16 units from `start` to `end`: the result of `slice` would keep the whole text in memory. */
export function detachedSlice(text: string, start: number, end: number): string {
  return Buffer.from(text.slice(start, end), 'utf16le').toString('utf16le');
}
