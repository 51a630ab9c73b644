import { expect, it } from 'vitest';
import { shownAddress } from './service-address.ts';

it.each([
  ['postgres://user:secret@db.example:5432/catalog?password=secret', 'db.example:5432/catalog'],
  ['https://user:secret@search.example/', 'search.example'],
  ['http://search.example:9200/below', 'search.example:9200/below'],
])('shows only host and path of %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
