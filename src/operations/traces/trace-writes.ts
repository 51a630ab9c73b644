import type { UnmetCondition } from '../../change/unmet-condition.ts';
import type { Aspect, AspectKey } from '../../model/aspect.ts';
import { entitySpec } from '../../model/registry/find-in-registry.ts';
import { entityTypeOf, type Urn } from '../../model/urn.ts';
import { writeTraces } from '../../model/write-trace.ts';
import { nextTurnOfRead } from '../../util/concurrency/cancellation.ts';
import { READ } from '../needs.ts';
import { list } from '../input-types.ts';
import { defineProtected } from '../operation.ts';
import { TEXT, URN, objectOf } from '../shapes.ts';
import type { ProtectedWork } from '../work.ts';

/** State of the write of one aspect by a request. */
export type WriteFate =
  /** It wrote the current value, which searches find once it is indexed. */
  | { readonly kind: 'current'; readonly isIndexed: boolean }
  /** It wrote a value that was overwritten later. */
  | { readonly kind: 'former' }
  /** The aspect already had the value. */
  | { readonly kind: 'noOp' }
  /** It failed; nothing was written. */
  | ({ readonly kind: 'failed' } & UnmetCondition)
  /** Points of timeseries are not traced. */
  | { readonly kind: 'point' }
  /** No trace that the caller may see remains, or there was no such write. */
  | { readonly kind: 'unknown' };

/** States of the writes of a request, by urn and aspect; unknown for aspects that the caller may not read. */
export const traceWrites = defineProtected({
  name: 'traceWrites',
  effect: 'read',
  summary: 'Gets the state of each write of a request, by urn and aspect.',
  needs: READ,
  input: () =>
    objectOf({
      /** 32 hexadecimal digits in lower case. */
      traceId: TEXT,
      /** Names in the registry's spelling. */
      writes: list(objectOf({ urn: URN, aspectNames: list(TEXT) })),
    }),
  about: ({ writes }) => writes.map(({ urn }) => urn),
  isLong: true,
  run: async ({ traceId, writes }, work) => {
    const fates: (readonly [Urn, ReadonlyMap<string, WriteFate>])[] = [];
    for (const { aspectNames, urn } of writes) {
      fates.push([urn, await fatesOf(urn, aspectNames, traceId, work)]);
    }
    return new Map(fates);
  },
});

async function fatesOf(
  urn: Urn,
  names: readonly string[],
  traceId: string,
  work: ProtectedWork,
): Promise<ReadonlyMap<string, WriteFate>> {
  const { actor, query, scope, services, settings } = work;
  const spec = entitySpec(settings.registry, entityTypeOf(urn));
  const stored = (await query.getEntities([urn], names, scope)).get(urn);
  const fates = new Map<string, WriteFate>();
  for (const aspectName of names) {
    await nextTurnOfRead();
    const key = { urn, aspectName };
    const failure = services.failedWrites.find(actor.urn, traceId, key);
    const failed = failure && ({ kind: 'failed', ...failure } as const);
    if (spec.aspects.get(aspectName)?.kind === 'timeseries') {
      fates.set(aspectName, failed ?? { kind: 'point' });
      continue;
    }
    const aspect = stored?.get(aspectName);
    const present = aspect && presentFate(aspect, traceId, work);
    const known = present ?? failed ?? (aspect && (await formerFate(key, traceId, work)));
    fates.set(aspectName, known ?? { kind: 'unknown' });
  }
  return fates;
}

function presentFate(
  { sequence, systemMetadata }: Aspect,
  traceId: string,
  { query }: ProtectedWork,
): WriteFate | undefined {
  const { noOp, value } = writeTraces(systemMetadata);
  if (value === traceId) return { kind: 'current', isIndexed: sequence <= query.indexed() };
  return noOp === traceId ? { kind: 'noOp' } : undefined;
}

async function formerFate(
  key: AspectKey,
  traceId: string,
  { query, scope }: ProtectedWork,
): Promise<WriteFate | undefined> {
  for (const metadata of await query.formerMetadata(key, scope)) {
    const { noOp, value } = writeTraces(metadata);
    if (value === traceId) return { kind: 'former' };
    if (noOp === traceId) return { kind: 'noOp' };
  }
  return undefined;
}
