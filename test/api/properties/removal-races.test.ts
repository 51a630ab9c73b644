import { expect, it } from 'vitest';
import { clientOf, datasetUrn } from '../../support/catalog-client.ts';
import { isKeptInFolders } from '../../support/engines/catalog-place.ts';
import { effort } from '../../support/effort.ts';
import { startServer } from '../../support/start-server.ts';

/** Properties with a value each. Each takes OpenSearch two seconds. */
const RACES = effort(isKeptInFolders() ? 30 : 10);

it('never loses a value that is written while values of the previous generation are removed', async () => {
  const server = await startServer();
  const client = clientOf(server);
  for (let i = 0; i < RACES; i += 1) {
    const name = `race.p${i}`;
    const urn = datasetUrn(name);
    await client.define(name);
    await client.dataset(name);
    await client.assign(urn, { [name]: [{ string: 'old' }] });
    await client.define(name, { type: 'number', version: '20260101000000' });
    await client.assign(urn, { [name]: [{ double: 1 }] });
    for (let read = 0; read < 5; read += 1)
      expect(await client.values(urn)).toEqual({ [name]: [{ double: 1 }] });
  }
  await server.stop();
});
