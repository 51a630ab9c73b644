const SURROGATE = /[\ud800-\udfff]/;

/**
 * Encodes a text so that byte order is UTF-16 unit order: UTF-8 with each surrogate encoded separately (CESU-8), so
 * that astral characters sort as in JavaScript and lone surrogates survive.
 */
export function encodeText(text: string): Buffer {
  const utf8 = Buffer.from(text, 'utf8');
  return utf8.length === text.length || !SURROGATE.test(text) ? utf8 : encodeUnits(text);
}

/** Inverse of `encodeText`, for the bytes from `start` to `end` (exclusive). */
export function decodeText(bytes: Buffer, start: number, end: number): string {
  return hasSurrogate(bytes, start, end)
    ? decodeUnits(bytes, start, end)
    : bytes.toString('utf8', start, end);
}

function encodeUnits(text: string): Buffer {
  const bytes = Buffer.alloc(text.length * 3);
  let end = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      bytes[end++] = unit;
    } else if (unit < 0x800) {
      bytes[end++] = 0xc0 | (unit >> 6);
      bytes[end++] = 0x80 | (unit & 0x3f);
    } else {
      bytes[end++] = 0xe0 | (unit >> 12);
      bytes[end++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[end++] = 0x80 | (unit & 0x3f);
    }
  }
  return bytes.subarray(0, end);
}

/** Surrogates are the three-byte sequences ED A0..BF xx, which valid UTF-8 never contains. */
function hasSurrogate(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end - 1; i++) {
    if (bytes[i] === 0xed && (bytes[i + 1] ?? 0) >= 0xa0) return true;
  }
  return false;
}

function decodeUnits(bytes: Buffer, start: number, end: number): string {
  const units: string[] = [];
  for (let i = start; i < end;) {
    const lead = bytes[i] ?? 0;
    const second = (bytes[i + 1] ?? 0) & 0x3f;
    if (lead < 0x80) {
      units.push(String.fromCharCode(lead));
      i += 1;
    } else if (lead < 0xe0) {
      units.push(String.fromCharCode(((lead & 0x1f) << 6) | second));
      i += 2;
    } else {
      units.push(String.fromCharCode(((lead & 0x0f) << 12) | (second << 6) | ((bytes[i + 2] ?? 0) & 0x3f)));
      i += 3;
    }
  }
  return units.join('');
}
