import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { REGISTRY } from '../../test/support/memory/http-server.ts';
import { MemoryCatalog } from '../../test/support/memory/memory-catalog.ts';
import { partOf } from '../../test/support/part-of.ts';
import { ROOT_ACTOR } from '../auth/actor.ts';
import type { AuditRecord } from '../auth/audit/audit-log.ts';
import type { Authorizer } from '../auth/authorizer.ts';
import { CatalogError } from '../errors.ts';
import { patchOf, put } from '../model/proposal-builders.ts';
import { EVERYTHING } from '../model/scope.ts';
import { reasonOf } from '../model/access/reason.ts';
import { parseUrn, type Urn } from '../model/urn.ts';
import { READ, WRITE, platform } from './needs.ts';
import { declare, defineInternal, defineOperation, type InternalOperation } from './operation.ts';

const DATASET = parseUrn('urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)');
const TAG = parseUrn('urn:li:tag:a');

const PAINT = defineOperation({
  name: 'paint',
  effect: 'write',
  summary: 'Paints tags.',
  input: (types) => v.object({ tags: v.array(types.entityOf('tag')), color: v.string() }),
  needs: [platform('PAINT'), { on: ({ tags }) => tags, anyOf: ['MANAGE_TAGS', 'EDIT_TAG_COLOR'] }],
  run: async ({ tags, color }, work) => {
    await work.ingest(tags.map(({ urn }) => patchOf(urn, 'tagProperties', [put(['colorHex'], color)])));
    return tags.length;
  },
});

/** A caller with these privileges on everything, the requested privileges, and the recorded refusals. */
function caller(...held: readonly string[]) {
  const asked: string[] = [];
  const records: AuditRecord[] = [];
  const catalog = new MemoryCatalog(REGISTRY);
  const decide = (privileges: string | readonly string[], urn?: Urn) => {
    const names = [privileges].flat();
    asked.push(`${names.join(' or ')}${urn === undefined ? '' : ` on ${urn}`}`);
    return {
      allowed: names.some((name) => held.includes(name)),
      policy: undefined,
      reason: reasonOf('NOT_GRANTED', 'not held'),
    };
  };
  const authorizer = partOf<Authorizer>({
    decide: (_actor, privileges) => decide(privileges),
    decideOn: (_actor, privileges, on) => Promise.resolve(on.map(({ urn }) => decide(privileges, urn))),
    isUnlimited: () => true,
    readsAnything: () => held.length > 0,
    scopeOf: () => {
      asked.push('scope');
      return EVERYTHING;
    },
  });
  const requester = catalog.requester(undefined, {
    authorizer,
    auditLog: { record: (record) => void records.push(record) },
  });
  return { asked, catalog, records, requester };
}

/** An operation that is refused, or fails, while it runs. */
function failing(
  effect: 'read' | 'write' | 'delete',
  error: Error,
): InternalOperation<object, object, never> {
  return defineInternal({
    name: 'fail',
    effect,
    needs: READ,
    about: () => [DATASET],
    run: (_input: object) => Promise.reject(error),
  });
}

const FORBIDDEN = new CatalogError('FORBIDDEN', 'No.');

describe('an operation', () => {
  it('checks all its needs before it writes', async () => {
    const { asked, catalog, requester } = caller('PAINT', 'EDIT_TAG_COLOR');
    expect(await requester.run(PAINT, { tags: ['urn:li:tag:a', 'urn:li:tag:b'], color: '#fff' })).toBe(2);
    expect(asked).toEqual([
      'PAINT',
      'MANAGE_TAGS',
      'EDIT_TAG_COLOR on urn:li:tag:a',
      'MANAGE_TAGS',
      'EDIT_TAG_COLOR on urn:li:tag:b',
      'scope',
    ]);
    expect(catalog.proposals.map(({ urn }) => urn)).toEqual(['urn:li:tag:a', 'urn:li:tag:b']);
  });

  it('writes nothing if one of its needs is not met', async () => {
    const { catalog, requester } = caller('PAINT');
    const painted = requester.run(PAINT, { tags: ['urn:li:tag:a'], color: '#fff' });
    await expect(painted).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(catalog.proposals).toEqual([]);
  });

  it('names the malformed part of its input, and checks no needs then', async () => {
    const { asked, requester } = caller();
    const typed = (input: { tags: string[]; color: string }): Promise<number> => requester.run(PAINT, input);
    const paint = (raw: unknown): unknown => Reflect.apply(typed, undefined, [raw]);
    const malformed = { tags: ['urn:li:tag:a', 3], color: '#fff' };
    await expect(paint(malformed)).rejects.toThrow('tags[1] must be a string, but it is 3.');
    await expect(paint('all')).rejects.toThrow('The input must be a JSON object, but it is "all".');
    await expect(paint({ tags: ['urn:li:domain:a'], color: '' })).rejects.toThrow('Pass the urn of a tag');
    expect(asked).toEqual([]);
  });

  it('checks the limits of its input before its needs', async () => {
    const { asked, requester } = caller();
    const tooLarge = new CatalogError('INVALID_REQUEST', 'Too large.');
    const limited = defineInternal({
      name: 'limited',
      effect: 'read',
      needs: platform('LIST'),
      run: () => Promise.resolve(),
      limits: (_input: object) => {
        throw tooLarge;
      },
    });
    await expect(requester.run(limited, {})).rejects.toBe(tooLarge);
    expect(asked).toEqual([]);
  });

  it('shares the scope of its caller with the other operations of the request', async () => {
    const { asked, requester } = caller('ANY');
    const seeing = defineInternal({
      name: 'see',
      effect: 'read',
      needs: READ,
      run: (_input: object, { scope }) => Promise.resolve(scope),
    });
    await requester.run(seeing, {});
    await requester.run(seeing, {});
    expect(asked).toEqual(['scope']);
  });

  it('is documented by all privileges that it may need', () => {
    expect(declare(PAINT)).toEqual({
      operations: ['paint'],
      needs: { kind: 'entity', anyOf: ['PAINT', 'MANAGE_TAGS', 'EDIT_TAG_COLOR'] },
    });
  });
});

describe('a refused operation', () => {
  it('is recorded with the privileges that it needed', async () => {
    const { records, requester } = caller('PAINT');
    await expect(requester.run(PAINT, { tags: [TAG, TAG], color: '#fff' })).rejects.toThrow();
    const privilege = 'MANAGE_TAGS or EDIT_TAG_COLOR';
    const aspects = [{ urn: TAG, changeType: 'UPSERT' }];
    expect(records).toEqual([{ kind: 'denied', actor: ROOT_ACTOR, privilege, aspects }]);
  });

  it('is recorded without an entity when it needs a platform privilege', async () => {
    const { records, requester } = caller();
    await expect(requester.run(PAINT, { tags: [TAG], color: '#fff' })).rejects.toThrow();
    expect(records).toEqual([{ kind: 'denied', actor: ROOT_ACTOR, privilege: 'PAINT', aspects: [] }]);
  });

  it('is recorded with the entities it concerns and with its effect', async () => {
    const { records, requester } = caller();
    for (const effect of ['read', 'write', 'delete'] as const) {
      await expect(requester.run(failing(effect, FORBIDDEN), {})).rejects.toBe(FORBIDDEN);
    }
    expect(records.map((record) => ('aspects' in record ? record.aspects : []))).toEqual(
      ['READ', 'UPSERT', 'DELETE'].map((changeType) => [{ urn: DATASET, changeType }]),
    );
  });

  it('is recorded with the aspects that it tried to write, without their values', async () => {
    const { records, requester } = caller();
    const writing = defineInternal({
      name: 'write',
      effect: 'write',
      needs: WRITE,
      run: (value: { readonly secret: string }, { writes }) => {
        const proposal = {
          urn: DATASET,
          aspectName: 'dataHubSecretValue',
          changeType: 'UPSERT',
          value,
        } as const;
        return writes.ingest([proposal, { ...proposal, aspectName: 'status', changeType: 'DELETE' }]);
      },
    });
    await expect(requester.run(writing, { secret: 's' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(records).toEqual([
      {
        kind: 'denied',
        actor: ROOT_ACTOR,
        aspects: [
          { urn: DATASET, aspectName: 'dataHubSecretValue', changeType: 'UPSERT' },
          { urn: DATASET, aspectName: 'status', changeType: 'DELETE' },
        ],
      },
    ]);
  });

  it('is recorded with the entities of its input if it is refused before it writes', async () => {
    const { records, requester } = caller();
    const reading = defineOperation({
      name: 'rename',
      effect: 'write',
      summary: 'Renames a tag.',
      needs: WRITE,
      input: (types) =>
        v.object({
          tag: types.entity(),
          assets: v.array(types.asset()),
          value: v.object({ of: types.entity() }),
        }),
      run: async (_input, { query, scope }) => query.existing([], scope),
    });
    const input = { tag: TAG, assets: [{ urn: DATASET }], value: { of: 'urn:li:tag:of' } };
    await expect(requester.run(reading, input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const aspects = [TAG, DATASET].map((urn) => ({ urn, changeType: 'UPSERT' }));
    expect(records).toEqual([{ kind: 'denied', actor: ROOT_ACTOR, aspects }]);
  });

  it('is not recorded if it fails otherwise, or succeeds', async () => {
    const invalid = new CatalogError('INVALID_REQUEST', 'No.');
    const { records, requester } = caller('PAINT', 'MANAGE_TAGS');
    await expect(requester.run(failing('delete', invalid), {})).rejects.toBe(invalid);
    await requester.run(PAINT, { tags: [TAG], color: '#fff' });
    expect(records).toEqual([]);
  });
});
