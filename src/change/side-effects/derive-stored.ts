import { isDeepStrictEqual } from 'node:util';
import { CatalogError } from '../../errors.ts';
import { Aspect, nextMetadata, type AuditStamp } from '../../model/aspect.ts';
import { canonicalAspect } from '../../model/aspects/aspect-text.ts';
import type { EntityRegistry } from '../../model/entity-registry.ts';
import { entityTypeOf } from '../../model/urn.ts';
import type { Decide, LogEntry, RowWrite } from '../../store/metadata-store.ts';
import { PendingRows, memoized, overlay } from '../../store/rows/pending-rows.ts';
import { BatchMetadata } from '../batch-metadata.ts';
import { atOnce } from '../../util/concurrency/steps.ts';
import { decideChange } from '../decisions/decide-change.ts';
import { mutate } from '../decisions/decide-aspect.ts';
import type { Outcome, Step } from '../decision-step.ts';
import type { ChangeSettings } from '../rules.ts';
import { DERIVING, followUpsOf } from './index.ts';
import type { StoredSource } from '../../model/aspects/stored-source.ts';

/** Inputs besides the stored state. */
export interface DeriveInput {
  readonly sources: readonly StoredSource[];
  readonly stamp: AuditStamp;
  readonly registry: EntityRegistry;
  readonly settings: ChangeSettings;
}

/**
 * Completes stored aspects as a write would, and derives others from them. Returns the number of writes, 0 if
 * everything is complete. Aspects keep their run. Aspects that a rule refuses stay unchanged.
 */
export function decideDerived({ sources, ...input }: DeriveInput): Decide<number> {
  return (stored, sequence) => {
    const found = memoized(stored);
    const pending = new PendingRows();
    const state = overlay(found, pending);
    const { registry, settings, stamp } = input;
    const context = { state, found, registry, settings, now: stamp.time };
    const metadata = new BatchMetadata(stamp, undefined);
    const writes: RowWrite[] = [];
    const entries: LogEntry[] = [];
    const add = (more: readonly RowWrite[], logged: readonly LogEntry[]): void => {
      pending.add(more, sequence);
      writes.push(...more);
      entries.push(...logged);
    };
    for (const { aspectName, point, targets, urn } of sources) {
      const entity = registry.entities.get(entityTypeOf(urn));
      const aspect = entity?.aspects.get(aspectName);
      if (entity === undefined || aspect === undefined || state.entity(urn) === undefined) continue;
      const isKey = aspect === entity.keyAspect;
      const value = point ?? (isKey ? {} : state.row(urn, aspectName)?.aspect.value);
      if (value === undefined) continue;
      const step: Step = {
        proposal: { urn, aspectName, changeType: 'RESTATE', value },
        urn,
        entity,
        aspect,
        context,
        metadata,
        stamp,
        sequence,
        isStored: true,
        targets,
      };
      const follow = followUpsOf(step, DERIVING);
      if (point === undefined) {
        const completed = completion(step);
        if (completed !== undefined) add([completed], [{ urn, aspectName, changeType: 'UPSERT' }]);
      }
      for (const next of follow()) {
        const outcome = accepted(next);
        if (outcome !== undefined) add(outcome.writes, outcome.entries);
      }
    }
    return { writes, entries, created: stamp, result: entries.length };
  };
}

/** The stored aspect as the mutators complete it; undefined if they change nothing. */
function completion(step: Step): RowWrite | undefined {
  const { aspect, context, sequence, stamp, urn } = step;
  const row = context.state.row(urn, aspect.name);
  if (row === undefined) return undefined;
  const { systemMetadata, value } = row.aspect;
  const { after } = atOnce(mutate(step, { ...step, row, before: value, after: value, kept: [] }));
  if (isDeepStrictEqual(after, value)) return undefined;
  const completed = new Aspect({
    urn,
    aspectName: aspect.name,
    text: canonicalAspect(aspect, after),
    systemMetadata: nextMetadata(systemMetadata, systemMetadata, stamp),
    created: stamp,
    sequence,
  });
  return { kind: 'putAspect', row: { aspect: completed, internal: row.internal } };
}

function accepted(step: Step): Outcome | undefined {
  try {
    const outcome = atOnce(decideChange(step));
    return outcome.failures.length === 0 ? outcome : undefined;
  } catch (error) {
    if (error instanceof CatalogError) return undefined;
    throw error;
  }
}
