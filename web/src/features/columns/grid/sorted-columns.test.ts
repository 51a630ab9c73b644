import { describe, expect, it } from 'vitest';
import { sortedColumns } from './sorted-columns.ts';

const COLUMNS = [
  { path: 'size', parent: undefined, text: '10' },
  { path: 'address', parent: undefined, text: '' },
  { path: 'address.zip', parent: 'address', text: 'b' },
  { path: 'address.city', parent: 'address', text: 'A' },
  { path: 'count', parent: undefined, text: '9' },
];
const pathsOf = (isDescending: boolean): readonly string[] =>
  sortedColumns(COLUMNS, ({ text }) => text, isDescending).map(({ path }) => path);

describe('columns sorted by a text', () => {
  it('are in the order of numbers and letters, nested ones within their parent, empty ones last', () => {
    expect(pathsOf(false)).toEqual(['count', 'size', 'address', 'address.city', 'address.zip']);
  });

  it('are reversed within their parent, and empty ones still last', () => {
    expect(pathsOf(true)).toEqual(['size', 'count', 'address', 'address.zip', 'address.city']);
  });
});
