import { readRegistry } from '../../../src/config/read-registry.ts';
import type { AspectChange, ChangeSettings, RuleContext } from '../../../src/change/rules.ts';
import { Aspect, type SystemMetadata } from '../../../src/model/aspect.ts';
import { loadRegistry } from '../../../src/model/registry/load-registry.ts';
import type { MetadataChangeProposal } from '../../../src/model/proposal.ts';
import { holderOf } from '../../../src/model/relationships/column-holder.ts';
import { entityTypeOf, parseUrn, type Urn } from '../../../src/model/urn.ts';
import type { AspectRow, EntityRow, RowInternal } from '../../../src/store/entity-rows.ts';
import type { CurrentState } from '../../../src/store/metadata-store.ts';
import type { Violation } from '../../../src/change/violation.ts';
import { firstFailures } from '../../../src/model/failures.ts';
import type { JsonObject } from '../../../src/util/json.ts';

/** The built-in entity registry. */
export const registry = loadRegistry(readRegistry());

const stamp = { time: 1000, actor: parseUrn('urn:li:corpuser:tester') };

/** In-memory current state for tests of rules. */
export class FakeState implements CurrentState {
  readonly #entities = new Map<string, EntityRow>();
  readonly #rows = new Map<string, AspectRow>();

  /** Creates entities. */
  exist(...urns: readonly string[]): this {
    for (const text of urns) {
      const urn = parseUrn(text);
      this.#entities.set(urn, { urn, created: stamp, systemMetadata: { lastObserved: 0, runId: 'test' } });
    }
    return this;
  }

  /** Sets the latest version of an aspect and creates its entity. */
  put(urn: string, aspectName: string, value: JsonObject, internal: RowInternal = {}, version = '1'): this {
    this.#rows.set(`${urn} ${aspectName}`, aspectRow(urn, aspectName, value, internal, { version }));
    return this.exist(urn);
  }

  /** Removes an aspect. */
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

  propertiesNamed(qualifiedName: string): readonly Urn[] {
    const definitions = this.rowsOf('structuredProperty', 'propertyDefinition');
    return definitions
      .filter(({ aspect }) => aspect.value['qualifiedName'] === qualifiedName)
      .map(({ aspect }) => aspect.urn);
  }

  columns(holder: Urn): readonly Urn[] {
    return [...this.#entities.keys()].map(parseUrn).filter((urn) => holderOf(urn) === holder);
  }
}

/** A row with the latest version of an aspect. */
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

/** Context of a rule: state, registry and settings, with defaults. */
export function ruleContext(state: CurrentState, settings: Partial<ChangeSettings> = {}): RuleContext {
  const defaults = {
    enforceEntityTypes: true,
    hardDeleteRequiresSoftDelete: false,
    keywordMaxLength: 32_766,
    linkSchemes: ['http', 'https', 'mailto'],
  };
  return { state, found: state, registry, settings: { ...defaults, ...settings }, now: Date.UTC(2026, 0, 1) };
}

/** A change of an aspect; without `after`, its deletion. `row` defaults to a stored row with the value `before`. */
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

/** The messages of what is wrong with a change. Throws for a field that its aspect does not have. */
export function messagesOf(
  { aspect }: AspectChange,
  violations: Iterable<Violation | undefined>,
): readonly string[] {
  return firstFailures(violations).map(({ field, message }) => {
    const [member] = field?.split(/[.[]/) ?? [];
    if (member !== undefined && member !== 'urn' && !aspect.record.fields.has(member))
      throw new Error(`${aspect.name} has no field ${member}, of which is said: ${message}`);
    return message;
  });
}
