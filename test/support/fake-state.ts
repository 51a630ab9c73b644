import { readRegistry } from '../../src/config/read-registry.ts';
import type { AspectChange, ChangeSettings, RuleContext } from '../../src/change/rules.ts';
import { Aspect } from '../../src/model/aspect.ts';
import type { SystemMetadata } from '../../src/model/aspect.ts';
import { loadRegistry } from '../../src/model/load-registry.ts';
import type { MetadataChangeProposal } from '../../src/model/proposal.ts';
import { entityTypeOf, parseUrn } from '../../src/model/urn.ts';
import type { Urn } from '../../src/model/urn.ts';
import type { AspectRow, CurrentState, EntityRow, RowInternal } from '../../src/store/metadata-store.ts';
import type { JsonObject } from '../../src/util/json.ts';

/** The metadata model of the package, for tests of rules. */
export const registry = loadRegistry(readRegistry());

const stamp = { time: 1000, actor: parseUrn('urn:li:corpuser:tester') };

/** A current state in memory, to decide against in tests. */
export class FakeState implements CurrentState {
  readonly #entities = new Map<string, EntityRow>();
  readonly #rows = new Map<string, AspectRow>();

  /** Makes entities exist. */
  exist(...urns: readonly string[]): this {
    for (const text of urns) {
      const urn = parseUrn(text);
      this.#entities.set(urn, { urn, created: stamp, systemMetadata: { lastObserved: 0, runId: 'test' } });
    }
    return this;
  }

  /** Stores the latest version of an aspect. */
  put(urn: string, aspectName: string, value: JsonObject, internal: RowInternal = {}, version = '1'): this {
    this.#rows.set(`${urn} ${aspectName}`, aspectRow(urn, aspectName, value, internal, { version }));
    return this.exist(urn);
  }

  /** Forgets an aspect. */
  drop(urn: string, aspectName: string): this {
    this.#rows.delete(`${urn} ${aspectName}`);
    return this;
  }

  row(urn: Urn, aspectName: string): AspectRow | undefined {
    return this.#rows.get(`${urn} ${aspectName}`);
  }

  entity(urn: Urn): EntityRow | undefined {
    return this.#entities.get(urn);
  }

  rowsOf(entityType: string, aspectName: string): readonly AspectRow[] {
    return [...this.#rows.values()].filter(
      ({ aspect }) => aspect.aspectName === aspectName && entityTypeOf(aspect.urn) === entityType,
    );
  }
}

/** A row as a store would have it. */
export function aspectRow(
  urn: string,
  aspectName: string,
  value: JsonObject,
  internal: RowInternal = {},
  systemMetadata: Partial<SystemMetadata> = {},
): AspectRow {
  const aspect = new Aspect({
    urn: parseUrn(urn),
    aspectName,
    text: JSON.stringify(value),
    systemMetadata: { lastObserved: 0, runId: 'test', ...systemMetadata },
    created: stamp,
    sequence: 1,
  });
  return { aspect, internal };
}

/** What rules look at besides a change. */
export function ruleContext(state: CurrentState, settings: Partial<ChangeSettings> = {}): RuleContext {
  const defaults = {
    enforceEntityTypes: true,
    hardDeleteRequiresSoftDelete: false,
    keywordMaxLength: 32_766,
  };
  return { state, found: state, registry, settings: { ...defaults, ...settings } };
}

/** A change of the value of an aspect; `before` is taken for the stored row as well unless a row is given. */
export function aspectChange(parts: {
  readonly urn: string;
  readonly aspectName: string;
  readonly before?: JsonObject;
  readonly after?: JsonObject;
  readonly row?: AspectRow;
  readonly changeType?: 'UPSERT' | 'CREATE' | 'CREATE_ENTITY';
}): AspectChange {
  const { aspectName, before, after } = parts;
  const urn = parseUrn(parts.urn);
  const entity = registry.entities.get(entityTypeOf(urn));
  const aspect = entity?.aspects.get(aspectName);
  if (entity === undefined || aspect === undefined) throw new Error(`No aspect ${aspectName} for ${urn}.`);
  const proposal: MetadataChangeProposal =
    after === undefined
      ? { urn, aspectName, changeType: 'DELETE' }
      : { urn, aspectName, changeType: parts.changeType ?? 'UPSERT', value: after };
  const row = parts.row ?? (before && aspectRow(urn, aspectName, before));
  return { proposal, urn, entity, aspect, row, before, after };
}
