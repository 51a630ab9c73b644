import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * First 16 digits of the SHA-256 of each migration, in order. Never edit a released migration: catalogs that ran the earlier
 * text would lack the change. Add a new migration, and its digest here.
 */
const FROZEN = {
  sqlite: [
    'c3a1587a696d7e95',
    'b96d3cd630e04ddb',
    'a5bef7d35fac41b5',
    'd7374c1fc8921288',
    '8414e59839bb0da5',
    '5445bab984717d6d',
    'b545a56abb883beb',
    'b1537ed957105f31',
    'f62ec9e64b1043cc',
    '79c825fda6827c4c',
    '80a3bbd7bb86f227',
    'b632781448959bb7',
    '59f6d61c68628ede',
    'd7c252374f5c1416',
    '3315396cc1e779fc',
    '5869cc43eb4dc880',
    '04e748c724501059',
    '22ab204f32dd529b',
    '4c295409abc7b83e',
    'd011ec8a6fce9891',
  ],
  postgres: [
    '329e8eaacfde8c56',
    'a62dd1523275896e',
    'a917dcae69623d50',
    '445d6d08c779ce79',
    'e7cf985d50ac38fd',
    '19b72e0d8cb78f66',
    'c920d2291d8ecdde',
    '917cf38bd166bde2',
    '94dca7e34e2968bb',
    '26b086eefe09549a',
    '3ebcca2d12de9de6',
    '86997f4fb077952a',
    'daf91335408be099',
    '916da99da2f06b2b',
  ],
} as const;

it.each(Object.entries(FROZEN))(
  'the migrations of %s are unchanged since their release',
  (engine, frozen) => {
    const folder = join(import.meta.dirname, engine, 'migrations');
    const files = readdirSync(folder).sort();
    const digests = files.map((file) =>
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')
        .slice(0, 16),
    );
    expect(digests).toEqual(frozen);
    expect(files).toEqual(frozen.map((_, i) => `${String(i + 1).padStart(6, '0')}.sql`));
  },
);
