/**
 * Transposes rows to arrays of columns, for `unnest`; `width` is the number of columns, needed when there are no
 * rows.
 */
export function columnsOf(
  rows: readonly (readonly (string | number | null)[])[],
  width: number,
): readonly (readonly (string | number | null)[])[] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null));
}

/** Types of array elements with a binary form, by name. */
const ELEMENT_TYPES = { text: 25, bigint: 20 } as const;

/** Type of the elements of an array parameter. */
export type ElementType = keyof typeof ELEMENT_TYPES;

/**
 * Transposes rows to arrays of columns, as `columnsOf`, in PostgreSQL's binary form, which needs no escaping or parsing; for
 * parameters of these types.
 */
export function binaryColumns(
  rows: readonly (readonly (string | number | null)[])[],
  types: readonly ElementType[],
): readonly Buffer[] {
  return types.map((type, column) =>
    binaryArray(
      type,
      rows.map((row) => row[column] ?? null),
    ),
  );
}

/** Dimensions, whether there are nulls, element type, number of elements, lower bound. */
const HEADER_BYTES = 20;
const TWO_TO_THE_32 = 2 ** 32;

/** An array parameter in PostgreSQL's binary form. */
function binaryArray(type: ElementType, values: readonly (string | number | null)[]): Buffer {
  // A UTF-16 unit has at most three bytes in UTF-8.
  const most = values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length * 3 : 8),
    0,
  );
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + 4 * values.length + most);
  bytes.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  bytes.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  bytes.writeInt32BE(ELEMENT_TYPES[type], 8);
  if (values.length === 0) return bytes.subarray(0, 12);
  bytes.writeInt32BE(values.length, 12);
  bytes.writeInt32BE(1, 16);
  let end = HEADER_BYTES;
  for (const value of values) {
    const length = value === null ? -1 : writeElement(bytes, type, value, end + 4);
    bytes.writeInt32BE(length, end);
    end += 4 + Math.max(0, length);
  }
  return bytes.subarray(0, end);
}

/** Writes an element and returns its number of bytes. */
function writeElement(bytes: Buffer, type: ElementType, value: string | number, at: number): number {
  if (type === 'text') return bytes.write(String(value), at);
  const integer = Number(value);
  bytes.writeInt32BE(Math.floor(integer / TWO_TO_THE_32), at);
  bytes.writeUInt32BE(integer >>> 0, at + 4);
  return 8;
}
