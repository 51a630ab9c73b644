import { expect, it } from 'vitest';
import { REGISTRY } from '../../test/support/memory/http-server.ts';
import { MemoryCatalog } from '../../test/support/memory/memory-catalog.ts';
import { partOf } from '../../test/support/part-of.ts';
import type { Authorizer } from '../auth/authorizer.ts';
import { parseUrn } from '../model/urn.ts';
import { linkPhysicalInstance } from './lineage/link-physical-instance.ts';
import { reasonOf } from '../model/access/reason.ts';
import { declare } from './operation.ts';

const CHILD = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,child,PROD)');
const PARENT = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,parent,PROD)');
const USER = parseUrn('urn:li:corpuser:reader');

it('names the caller and the first entity that the caller may not edit, and is documented as a write', async () => {
  const authorizer = partOf<Authorizer>({
    decideOn: (_actor, _privileges, on) =>
      Promise.resolve(
        on.map(({ urn }) => ({
          allowed: urn === CHILD,
          policy: undefined,
          reason: reasonOf('NOT_GRANTED', 'not held'),
        })),
      ),
  });
  const requester = new MemoryCatalog(REGISTRY).requester({ urn: USER, tokenId: 't' }, { authorizer });
  const linked = requester.run(linkPhysicalInstance, { childUrn: CHILD, logicalParentUrn: PARENT });
  await expect(linked).rejects.toThrow(`${USER} is unauthorized to UPDATE ${PARENT}. (not held)`);
  expect(declare(linkPhysicalInstance).needs).toEqual({ kind: 'write' });
});
